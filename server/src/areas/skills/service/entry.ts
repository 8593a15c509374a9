import type { SkillPackage } from '../package/package.ts'
import { type Registry, registrySkillId } from '../registry/registries.ts'
import type { CatalogueSkill } from '../schema/skill.ts'
import type { Origin, SkillWithVersion } from '../store/skill.ts'
import type { FetchedSkill } from './registry-skills.ts'

/** A skill that projects can install. */
export type CatalogueEntry = {
  kind: CatalogueSkill['kind']
  /** As it would be in a library. */
  row: SkillWithVersion
  origin: Origin
  load(): Promise<{ pkg: SkillPackage; commitSha: string | null }>
}

export function entryOf(registry: Pick<Registry, 'id' | 'repo'>, fetched: FetchedSkill): CatalogueEntry {
  const { pkg, commitSha, path, ref } = fetched
  const { metadata, allowedTools } = pkg.frontMatter
  const at = new Date(0).toISOString()
  const origin = { kind: 'registry', registryId: registry.id, repo: registry.repo, path, ref } as const
  return {
    kind: 'registry',
    origin,
    row: {
      ...pkg,
      projectId: '',
      id: registrySkillId({ repo: registry.repo, path }),
      name: metadata.title ?? pkg.slug,
      category: metadata.category ?? null,
      tags: [],
      suggestedTools: allowedTools,
      source: 'registry',
      origin,
      isPublic: false,
      isActive: true,
      version: 1,
      state: 'pinned',
      revision: 1,
      creatorAccountId: null,
      createdAt: at,
      updatedAt: at,
      label: labelOf(metadata.version),
      commitSha,
      fileCount: pkg.files.length,
      installCount: 0,
    },
    load: async () => ({ pkg, commitSha }),
  }
}

const labelOf = (version: string | undefined): string =>
  version !== undefined && /^[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$/.test(version) ? version : '1.0.0'
