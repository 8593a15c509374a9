import type { Compute } from '../../../kernel/compute/compute.ts'
import { defineJob } from '../../../kernel/compute/job.ts'
import { readSkillFile } from './front-matter.ts'
import { type Inspected, inspect, type RawFile, type SkillPackage } from './package.ts'
import { invalidPackage } from './refusal.ts'

type Input = { files: { path: string; bytes: Uint8Array }[]; folder: string | null }
type Output = Omit<Inspected, 'files' | 'package'> & {
  files: Omit<Inspected['files'][number], 'bytes'>[]
  package: Omit<SkillPackage, 'files'> | null
}

const inspectJob = defineJob<Input, Output>(new URL(import.meta.url), 'inspectFiles', { budgetMs: 3_000 })

/** Called in a thread. The bytes stay with the caller. */
export function inspectFiles({ files, folder }: Input): Output {
  const raw = files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes) }))
  const found = inspect(raw, folder)
  const { files: _, ...rest } = found.package ?? { files: [] }
  return {
    ...found,
    files: found.files.map(({ bytes: _bytes, ...file }) => file),
    package: found.package && (rest as Omit<SkillPackage, 'files'>),
  }
}

export type Inspect = (
  projectId: string,
  files: readonly RawFile[],
  folder: string | null,
) => Promise<Inspected>

export const createInspect =
  (compute: Compute): Inspect =>
  async (projectId, raw, folder) => {
    const bytesOf = new Map(raw.map(({ path, bytes }) => [path, bytes]))
    const found = await compute.run(inspectJob, { files: [...raw], folder }, { projectId })
    const files = found.files.map((file) => ({ ...file, bytes: bytesOf.get(file.path)! }))
    return { ...found, files, package: found.package && { ...found.package, files } }
  }

export type Head = { name: string | null; description: string | null }

const headsJob = defineJob<string[], Head[]>(new URL(import.meta.url), 'readHeadsOf', { budgetMs: 3_000 })

/** Called in a thread. */
export const readHeadsOf = (texts: string[]): Head[] =>
  texts.map((text) => {
    const { name, description } = readSkillFile(text)
    return { name, description }
  })

/** Name and description of many SKILL.md files, which others wrote. */
export const createReadHeads =
  (compute: Compute) =>
  (owner: string, texts: readonly string[]): Promise<Head[]> =>
    compute.run(headsJob, [...texts], { projectId: owner })

/** The package, to be stored: throws unless it is valid. */
export function requireValid({ package: found, problems }: Inspected): SkillPackage {
  if (found) return found
  const first = problems.find(({ severity }) => severity === 'error')
  throw invalidPackage(first?.message ?? 'The package is not a skill', problems)
}
