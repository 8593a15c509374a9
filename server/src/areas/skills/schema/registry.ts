import { z } from 'zod'
import { integerParam, textParam } from '../../../kernel/http/shapes.ts'
import { Surface } from './lint.ts'
import { Slug } from './skill.ts'

export const RegistrySkill = z
  .object({
    id: z
      .uuid()
      .nullable()
      .describe(
        'For `skillId` of `registry/install`, and for `library/add` where the operator has listed the registry; null for a repository, which may have several skills.',
      ),
    kind: z.enum(['skill', 'repository']),
    registryId: z.string(),
    repo: z.string(),
    skillPath: z.string(),
    name: z.string(),
    description: z.string(),
    commitSha: z.string().nullable(),
    isInstalled: z.boolean(),
    stars: z.int().nullable(),
  })
  .meta({ id: 'RegistrySkill' })
export type RegistrySkill = z.output<typeof RegistrySkill>

export const RegistrySearchQuery = z.strictObject({
  q: textParam(255).describe('Words of name or description.'),
})

const Ref = z.string().max(200).describe('A branch, tag or commit; the default branch if left out.')
const Path = z.string().max(400)

export const RegistryListQuery = z.strictObject({
  repo: textParam(200)
    .optional()
    .describe('`owner/repo`, or the id of a registry: the skills of that one, also where it is not listed.'),
  ref: textParam(200).optional().describe('With `repo`: a branch, tag or commit.'),
  page: integerParam({ min: 1, fallback: 1 }).default(1),
  pageSize: integerParam({ min: 1, max: 100, fallback: 20 }).default(20),
})
export type RegistryListQuery = z.output<typeof RegistryListQuery>

export const InstallBody = z.strictObject({
  registryId: z.string().max(200).optional(),
  repo: z.string().min(1).max(200).describe('`owner/repo`, or the id of a registry.'),
  skillPath: Path.optional().describe('The folder of the skill; needed where there are several.'),
  skillId: z.string().max(200).optional().describe('The id or the name of the skill, in place of its path.'),
  slug: Slug.optional(),
  ref: Ref.optional(),
})
export type InstallBody = z.output<typeof InstallBody>

export const ImportBody = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(1000)
    .describe('`owner/repo[/path]`, a page of GitHub, or the URL of a raw SKILL.md there.'),
  slug: Slug.optional(),
  ref: Ref.optional(),
})
export type ImportBody = z.output<typeof ImportBody>

const FileChange = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  sizeBefore: z.int().nullable(),
  sizeAfter: z.int().nullable(),
})

export const SyncResult = z
  .object({
    status: z.enum(['unchanged', 'applied', 'approval_required', 'removed_upstream']),
    version: z.string().describe('The version that agents use now.'),
    pendingVersion: z
      .string()
      .nullable()
      .describe('The version that waits for approval; its files can be read.'),
    commitSha: z.string().nullable(),
    treeHash: z.string(),
    files: z.array(FileChange),
    surface: z.object({ before: Surface, after: Surface, grown: Surface.partial() }),
  })
  .meta({ id: 'SkillSync' })
export type SyncResult = z.output<typeof SyncResult>

export const ApproveBody = z.strictObject({
  treeHash: z.string().min(1).max(100).describe('Of the update that was reviewed: `treeHash` of the sync.'),
})
