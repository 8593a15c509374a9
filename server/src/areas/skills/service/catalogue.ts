import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { PlatformSkill, PlatformSkills } from '../catalogue/platform.ts'
import type { SkillPackage } from '../package/package.ts'
import type { BrowseQuery, CatalogueSkill } from '../schema/skill.ts'
import {
  countInstalls,
  findPublicSkill,
  listInstalledIds,
  listPublicSkills,
  type Origin,
  type SkillWithVersion,
} from '../store/skill.ts'
import { readFiles } from '../store/version.ts'
import { toCatalogueSkill } from './to-response.ts'

export type CatalogueEntry = {
  kind: CatalogueSkill['kind']
  /** As it would be in a library. */
  row: SkillWithVersion
  origin: Origin
  load(): Promise<{ pkg: SkillPackage; commitSha: string | null }>
}

export type CatalogueDeps = { db: Db; platform: PlatformSkills; releasedAt: string }

const maxPublic = 500

/** What projects can install: skills that come with the product, and those that other projects share. */
export function createCatalogue({ db, platform, releasedAt }: CatalogueDeps) {
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

  return {
    /** Null for what no project can install, or only its own. */
    async find(id: string): Promise<CatalogueEntry | null> {
      const shipped = await platform.find(id)
      if (shipped) return platformEntry(shipped, (await installsOf(db, [id])).get(id) ?? 0)
      const shared = await findPublicSkill(db, id)
      return shared && publicEntry(shared)
    },

    async browse(scope: Scope, query: BrowseQuery): Promise<Page<CatalogueSkill>> {
      const shipped = await platform.list()
      const installs = await installsOf(
        db,
        shipped.map(({ id }) => id),
      )
      const entries = [
        ...shipped.map((skill) => platformEntry(skill, installs.get(skill.id) ?? 0)),
        ...(await listPublicSkills(db, maxPublic)).map(publicEntry),
      ].filter(({ row }) => isMatch(row, query.q))
      const installed = new Set((await listInstalledIds(db, scope)).map(({ id }) => id))
      const from = query.offset ?? (query.page - 1) * query.limit
      const items = entries
        .slice(from, from + query.limit)
        .map(({ row, kind }) => toCatalogueSkill(row, { kind, isInstalled: installed.has(row.id) }))
      return pageOf(items, entries.length, query)
    },
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
