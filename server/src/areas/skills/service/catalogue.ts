import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { PlatformSkill, PlatformSkills } from '../catalogue/platform.ts'
import { type Registries, registrySkillId } from '../registry/registries.ts'
import type { BrowseQuery, CatalogueSkill } from '../schema/skill.ts'
import {
  countInstalls,
  findPublicSkill,
  listInstalledIds,
  listPublicSkills,
  type SkillWithVersion,
} from '../store/skill.ts'
import { readFiles } from '../store/version.ts'
import { type CatalogueEntry, entryOf } from './entry.ts'
import type { RegistrySkills } from './registry-skills.ts'
import { type ListedRow, toCatalogueSkill } from './to-response.ts'

export type CatalogueDeps = {
  db: Db
  platform: PlatformSkills
  releasedAt: string
  registries: Registries
  registrySkills: RegistrySkills
}

const maxPublic = 500

/** What projects can install: skills that come with the product, those of registries, and those that other projects share. */
export function createCatalogue(deps: CatalogueDeps) {
  const { db, platform, releasedAt, registries, registrySkills } = deps
  const platformEntry = (skill: PlatformSkill, installCount: number): CatalogueEntry => ({
    kind: 'platform',
    origin: { kind: 'platform' },
    row: platformRow(skill, releasedAt, installCount),
    load: async () => ({ pkg: skill.package, commitSha: null }),
  })

  const publicEntry = (row: SkillWithVersion): CatalogueEntry => ({
    kind: 'public',
    origin: { kind: 'project', projectId: row.projectId },
    row: { ...row, source: 'registry', commitSha: null },
    async load() {
      const files = await readFiles(db, { ...row, skillId: row.id, number: row.version })
      return { pkg: { ...row, files }, commitSha: null }
    },
  })

  const installsOf = async (q: Queryable, ids: readonly string[]) =>
    new Map((await countInstalls(q, ids)).map(({ id, count }) => [id, count]))

  /** One that is stored in this installation. */
  async function findShared(id: string): Promise<CatalogueEntry | null> {
    const shipped = await platform.find(id)
    if (shipped) return platformEntry(shipped, (await installsOf(db, [id])).get(id) ?? 0)
    const shared = await findPublicSkill(db, id)
    return shared && publicEntry(shared)
  }

  async function listShared(): Promise<CatalogueEntry[]> {
    const shipped = await platform.list()
    const installs = await installsOf(
      db,
      shipped.map(({ id }) => id),
    )
    return [
      ...shipped.map((skill) => platformEntry(skill, installs.get(skill.id) ?? 0)),
      ...(await listPublicSkills(db, maxPublic)).map(publicEntry),
    ]
  }

  return {
    findShared,

    /** Null for what the project cannot install. */
    async find({ projectId }: Scope, id: string): Promise<CatalogueEntry | null> {
      const shared = await findShared(id)
      if (shared) return shared
      const listed = await registrySkills.findListed(id)
      if (!listed) return null
      const registry = registries.find(listed)
      const fetched = await registrySkills.fetch(projectId, registry, '', { skillPath: listed.skillPath })
      return entryOf(registry, fetched)
    },

    async browse(
      scope: Scope,
      query: BrowseQuery,
    ): Promise<Page<CatalogueSkill> & { unavailable: string[] }> {
      const { skills, unavailable } = await registrySkills.listAll()
      const installs = await installsOf(
        db,
        skills.flatMap(({ id }) => id ?? []),
      )
      const entries = [
        ...(await listShared()).map(({ row, kind }) => ({ row, kind })),
        ...skills.map((skill) => ({ row: listedRow(skill, installs), kind: 'registry' as const })),
      ].filter(({ row }) => isMatch(row, query.q))
      const installed = new Set((await listInstalledIds(db, scope)).map(({ id }) => id))
      const from = query.offset ?? (query.page - 1) * query.limit
      const items = entries
        .slice(from, from + query.limit)
        .map(({ row, kind }) => toCatalogueSkill(row, { kind, isInstalled: installed.has(row.id) }))
      return { ...pageOf(items, entries.length, query), unavailable }
    },
  }
}

type ListedSkill = Awaited<ReturnType<RegistrySkills['listAll']>>['skills'][number]

/** What is known of a skill before it is fetched. */
function listedRow(skill: ListedSkill, installs: ReadonlyMap<string, number>): ListedRow {
  const { registryId, repo, skillPath: path, ref, name, description, commitSha } = skill
  const id = registrySkillId({ repo, path })
  return {
    id,
    slug: name,
    name,
    description,
    category: null,
    tags: [],
    source: 'registry',
    label: '',
    origin: { kind: 'registry', registryId, repo, path, ref },
    commitSha,
    installCount: installs.get(id) ?? 0,
  }
}

export type Catalogue = ReturnType<typeof createCatalogue>

/** Every word of the query is somewhere in what describes the skill. */
export function isMatch(
  {
    name,
    slug,
    description,
    tags,
    category,
  }: Pick<SkillWithVersion, 'name' | 'slug' | 'description' | 'tags' | 'category'>,
  q: string | undefined,
): boolean {
  const text = [name, slug, description, category ?? '', ...tags].join('\n').toLowerCase()
  return (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function platformRow(skill: PlatformSkill, releasedAt: string, installCount: number): SkillWithVersion {
  const { slug, description, instructions, frontMatter, surface, treeHash, files } = skill.package
  return {
    projectId: '',
    id: skill.id,
    slug,
    name: skill.name,
    category: skill.category,
    tags: skill.tags,
    suggestedTools: skill.suggestedTools,
    source: 'platform',
    origin: { kind: 'platform' },
    isPublic: true,
    isActive: true,
    version: 1,
    state: 'pinned',
    revision: 1,
    creatorAccountId: null,
    createdAt: releasedAt,
    updatedAt: releasedAt,
    label: skill.version,
    description,
    instructions,
    frontMatter,
    surface,
    treeHash,
    commitSha: null,
    fileCount: files.length,
    installCount,
  }
}
