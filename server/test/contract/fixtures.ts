import { globSync } from 'node:fs'
import type { TestApp, TestProject } from '../harness.ts'

export type Params = Record<string, string>

/** What the contract ring needs to try the paths of one area; each area has a file in `fixtures/`. */
export type AreaFixtures = {
  /** Makes what the paths take the ids of: the beginning of a path (the first that fits counts), and its parameters. */
  create(project: TestProject, app: TestApp): Promise<[prefix: string, params: Params][]>
  /** What is the same for every project: its names open nothing. */
  isShared?(path: string): boolean
  /** Names that callers make up: each project has its own of every name, so there is none that does not exist. */
  isFreeName?(path: string): boolean
  /** What needs a driver that this server does not have can be called, and never exists. */
  isNeverFound?(path: string): boolean
}

const files = globSync('*.ts', { cwd: new URL('fixtures', import.meta.url) }).sort()
const all: AreaFixtures[] = await Promise.all(
  files.map(async (file) => Object.values<AreaFixtures>(await import(`./fixtures/${file}`))[0]!),
)

const areaByPrefix = new Map<string, AreaFixtures>()

/**
 * Things that exist in a project, by the path that takes their id. A new endpoint that takes an id must find its fixture,
 * or the contract ring fails: that is how every id is tried with another project's key.
 */
export async function createFixtures(
  project: TestProject,
  app: TestApp,
): Promise<(path: string) => Params | null> {
  const prefixes: [string, Params][] = []
  for (const area of all) {
    const made = await area.create(project, app)
    for (const [prefix] of made) areaByPrefix.set(prefix, area)
    prefixes.push(...made)
  }
  return (path) => prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? null
}

/** New fixtures of one path, for a test that deletes them. `createFixtures` must have run before. */
export async function createFixturesAgain(
  path: string,
  project: TestProject,
  app: TestApp,
): Promise<Params | null> {
  const area = [...areaByPrefix].find(([prefix]) => path.startsWith(prefix))?.[1]
  const made = area ? await area.create(project, app) : []
  return made.find(([prefix]) => path.startsWith(prefix))?.[1] ?? null
}

export const isShared = (path: string): boolean => all.some((area) => area.isShared?.(path))
export const isFreeName = (path: string): boolean => all.some((area) => area.isFreeName?.(path))
export const isNeverFound = (path: string): boolean => all.some((area) => area.isNeverFound?.(path))

export const fill = (path: string, params: Params | null): string =>
  path.replace(/\{(\w+)\+?\}/g, (_, name: string) => params?.[name] ?? `missing-${name}`)
