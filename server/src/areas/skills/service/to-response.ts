import type { Scope } from '../../../kernel/scope.ts'
import type { CatalogueSkill, RegistryMeta, Skill, SkillFile, SkillVersion } from '../schema/skill.ts'
import type { SkillWithVersion } from '../store/skill.ts'
import type { FileRow, VersionRow } from '../store/version.ts'

export type Shown = { isInstalled: boolean; changed?: boolean; files?: SkillFile[] }

export const toFile = ({ path, sizeBytes, contentType, sha256 }: FileRow): SkillFile => ({
  path,
  sizeBytes,
  contentType,
  sha256,
})

export function toSkill(
  { actor, projectId }: Scope,
  row: SkillWithVersion,
  { isInstalled, changed = false, files }: Shown,
): Skill {
  const { license = null, compatibility = null } = row.frontMatter
  return {
    ...commonOf(row),
    instructions: row.instructions,
    registryMeta: isInstalled ? metaOf(row) : {},
    presets: { suggestedToolSlugs: row.suggestedTools },
    isPublic: row.isPublic,
    activeStatus: row.isActive,
    ...(files === undefined ? {} : { files }),
    packageFileCount: row.fileCount,
    suggestedToolSlugs: row.suggestedTools,
    license,
    compatibility,
    surface: row.surface,
    isCreator: row.origin === null && row.projectId === projectId && row.creatorAccountId === actor.accountId,
    isInstalled,
    changed,
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** As much as a list has of a skill that is not installed. */
export type ListedRow = Pick<
  SkillWithVersion,
  | 'id'
  | 'slug'
  | 'name'
  | 'description'
  | 'category'
  | 'tags'
  | 'source'
  | 'label'
  | 'origin'
  | 'commitSha'
  | 'installCount'
>

export const toCatalogueSkill = (
  row: ListedRow,
  { kind, isInstalled }: { kind: CatalogueSkill['kind']; isInstalled: boolean },
): CatalogueSkill => ({
  ...commonOf(row),
  kind,
  isInstalled,
  registryMeta: kind === 'registry' ? locationOf(row) : {},
  links: { detail: `/api/v1/skills/detail/${row.id}`, install: `/api/v1/skills/library/add/${row.id}` },
})

const commonOf = (row: ListedRow) => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  category: row.category ?? '',
  tags: row.tags,
  source: row.source,
  version: row.label,
  ...urlsOf(row),
  installCount: row.installCount,
})

/** Pages about it, for those of GitHub. */
function urlsOf({ origin, slug, commitSha }: ListedRow): { sourceUrl: string; skillsShUrl: string } {
  if (origin?.kind !== 'registry' || !/^[\w.-]+\/[\w.-]+$/.test(origin.repo))
    return { sourceUrl: '', skillsShUrl: '' }
  return {
    sourceUrl: `https://github.com/${origin.repo}/tree/${commitSha ?? 'HEAD'}/${origin.path}`,
    skillsShUrl: `https://skills.sh/${origin.repo}/${slug}`,
  }
}

function metaOf(row: SkillWithVersion): RegistryMeta {
  if (row.origin === null) return {}
  const { treeHash, createdAt, state } = row
  return { ...locationOf(row), treeHash, installedAt: createdAt, state }
}

function locationOf({ origin, commitSha }: ListedRow): RegistryMeta {
  if (origin === null) return {}
  if (origin.kind !== 'registry') return { registryId: origin.kind, commitSha }
  const { registryId, repo, path, ref } = origin
  return { registryId, repo, path, ref, commitSha }
}

export const toVersion = (row: VersionRow, active: number, files?: readonly FileRow[]): SkillVersion => ({
  version: row.label,
  number: row.number,
  isActive: row.number === active,
  isApproved: row.isApproved,
  description: row.description,
  treeHash: row.treeHash,
  commitSha: row.commitSha,
  packageFileCount: row.fileCount,
  surface: row.surface,
  createdAt: row.createdAt,
  ...(files ? { instructions: row.instructions, files: files.map(toFile) } : {}),
})
