import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type createReadHeads, type Inspect, requireValid } from '../package/inspect-jobs.ts'
import type { SkillPackage } from '../package/package.ts'
import { type Registries, type Registry, registrySkillId } from '../registry/registries.ts'
import { readMain, readSkillFiles, type Snapshot, skillPathsIn } from '../registry/snapshot.ts'
import type { RegistryListQuery, RegistrySkill } from '../schema/registry.ts'
import { listInstalledIds } from '../store/skill.ts'

export type RegistrySkillDeps = {
  db: Db
  clock: Clock
  registries: Registries
  inspect: Inspect
  readHeads: ReturnType<typeof createReadHeads>
}

type Listed = Omit<RegistrySkill, 'isInstalled'> & { ref: string }
export type FetchedSkill = { pkg: SkillPackage; commitSha: string | null; path: string; ref: string }
export type Choice = { skillPath?: string | undefined; skillId?: string | undefined }

const cachedMs = 60_000
// Each takes a request where the registry is not on this machine.
const maxRemote = 50
const maxTextLength = 1024
// Where the head of a SKILL.md has ended.
const maxHeadLength = 20_000

/** What registries have: listed, searched, and fetched as packages. */
export function createRegistrySkills({ db, clock, registries, inspect, readHeads }: RegistrySkillDeps) {
  const cache = new Map<string, { at: number; skills: Promise<Listed[]> }>()

  async function readAll(registry: Registry): Promise<Listed[]> {
    const snapshot = await registry.open('')
    const paths = skillPathsIn(snapshot).slice(0, registry.kind === 'github' ? maxRemote : undefined)
    return describePaths(registry, snapshot, paths)
  }

  async function describePaths(
    { id, repo }: Registry,
    snapshot: Snapshot,
    paths: readonly string[],
  ): Promise<Listed[]> {
    const texts: string[] = []
    for (const path of paths) texts.push(((await readMain(snapshot, path)) ?? '').slice(0, maxHeadLength))
    const heads = await readHeads(`registry ${id}`, texts)
    return paths.map((path, i) => ({
      id: registrySkillId({ repo, path }),
      kind: 'skill',
      registryId: id,
      repo,
      skillPath: path,
      name: heads[i]!.name ?? path,
      description: heads[i]!.description?.slice(0, maxTextLength) ?? '',
      commitSha: snapshot.commitSha,
      ref: snapshot.ref,
      stars: null,
    }))
  }

  /** One repository as it is now. Of a page that is not requested nothing is read. */
  async function listRepository(
    repo: string,
    { page, pageSize, ref = '' }: RegistryListQuery,
  ): Promise<{ skills: Listed[]; total: number }> {
    const registry = registries.find({ repo })
    const snapshot = await registry.open(ref)
    const paths = skillPathsIn(snapshot)
    const shownPaths = paths.slice((page - 1) * pageSize, page * pageSize)
    return { skills: await describePaths(registry, snapshot, shownPaths), total: paths.length }
  }

  function listOf(registry: Registry): Promise<Listed[]> {
    const now = clock.now().getTime()
    const known = cache.get(registry.id)
    if (known && now - known.at < cachedMs) return known.skills
    const skills = readAll(registry)
    cache.set(registry.id, { at: now, skills })
    skills.catch(() => cache.delete(registry.id))
    return skills
  }

  /** Of those registries that can be reached; the ids of the others. */
  async function listAll(): Promise<{ skills: Listed[]; unavailable: string[] }> {
    const results = await Promise.allSettled(registries.configured.map(listOf))
    return {
      skills: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
      unavailable: registries.configured.flatMap(({ id }, i) =>
        results[i]!.status === 'rejected' ? [id] : [],
      ),
    }
  }

  async function fetch(
    projectId: string,
    registry: Registry,
    ref: string,
    choice: Choice,
  ): Promise<FetchedSkill> {
    const snapshot = await registry.open(ref)
    const path = await choosePath(registry, snapshot, choice)
    const files = await readSkillFiles(snapshot, path)
    const folder = path === '' ? null : path.split('/').at(-1)!
    const pkg = requireValid(await inspect(projectId, files, folder))
    return { pkg, commitSha: snapshot.commitSha, path, ref: snapshot.ref }
  }

  const shown = async (scope: Scope, skills: readonly Listed[]): Promise<RegistrySkill[]> => {
    const installed = new Set((await listInstalledIds(db, scope)).map(({ id }) => id))
    return skills.map(({ ref: _, ...skill }) => ({
      ...skill,
      isInstalled: skill.id !== null && installed.has(skill.id),
    }))
  }

  return {
    fetch,
    listAll,
    findListed: async (id: string): Promise<Listed | null> =>
      (await listAll()).skills.find((skill) => skill.id === id) ?? null,

    async list(
      scope: Scope,
      query: RegistryListQuery,
    ): Promise<Page<RegistrySkill> & { unavailable: string[] }> {
      const { page, pageSize: limit, repo } = query
      if (repo !== undefined) {
        const { skills, total } = await listRepository(repo, query)
        return { ...pageOf(await shown(scope, skills), total, { page, limit }), unavailable: [] }
      }
      const { skills, unavailable } = await listAll()
      const items = await shown(scope, skills.slice((page - 1) * limit, page * limit))
      return { ...pageOf(items, skills.length, { page, limit }), unavailable }
    },

    /** In the registries of the operator, and for repositories at GitHub where it can be reached. */
    async search(scope: Scope, q: string): Promise<{ found: RegistrySkill[]; unavailable: string[] }> {
      const words = q.toLowerCase().split(/\s+/)
      const { skills, unavailable } = await listAll()
      const local = skills.filter(({ name, description }) =>
        words.every((word) => `${name}\n${description}`.toLowerCase().includes(word)),
      )
      if (!registries.github) return { found: await shown(scope, local), unavailable }
      try {
        const remote = (await registries.github.search(q)).map(repositoryOf)
        return { found: await shown(scope, [...local, ...remote]), unavailable }
      } catch (error) {
        if (unavailable.length === registries.configured.length) throw error
        return { found: await shown(scope, local), unavailable: [...unavailable, 'github'] }
      }
    },
  }
}

export type RegistrySkills = ReturnType<typeof createRegistrySkills>

const repositoryOf = ({
  repo,
  description,
  stars,
}: {
  repo: string
  description: string
  stars: number
}): Listed => ({
  id: null,
  kind: 'repository',
  registryId: 'github',
  repo,
  skillPath: '',
  name: repo,
  description: description.slice(0, maxTextLength),
  commitSha: null,
  ref: '',
  stars,
})

/** The path that is named, by itself or by id or name; else the only skill that there is. */
async function choosePath(
  { repo }: Registry,
  snapshot: Snapshot,
  { skillPath, skillId }: Choice,
): Promise<string> {
  const paths = skillPathsIn(snapshot)
  const clean = skillPath?.replace(/^\/+|\/+$/g, '')
  if (clean !== undefined && clean !== '') {
    // In many repositories all skills are in one folder, which those who name one leave out.
    const found = [clean, `skills/${clean}`].find((path) => paths.includes(path))
    if (found === undefined) throw notThere(clean)
    return found
  }
  const named =
    skillId === undefined
      ? paths
      : paths.filter(
          (path) => registrySkillId({ repo, path }) === skillId || path.split('/').at(-1) === skillId,
        )
  if (named.length === 1) return named[0]!
  if (named.length === 0) throw notThere(skillId ?? '')
  throw new AppError('skill_ambiguous', `There are ${named.length} skills`, {
    facts: { repo, skillPaths: named.slice(0, 100) },
    hint: `Choose one of GET /api/v1/skills/registry/list?repo=${repo} with skillPath, or with its path behind the url: ${named.slice(0, 5).join(', ')}${named.length > 5 ? ', …' : ''}.`,
  })
}

const notThere = (what: string) =>
  new AppError(
    'skill_not_found',
    what === '' ? 'The repository has no SKILL.md' : `There is no skill ${what.slice(0, 100)}`,
  )
