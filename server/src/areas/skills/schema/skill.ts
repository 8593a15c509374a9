import { z } from 'zod'
import {
  booleanParam,
  choiceParam,
  integerParam,
  openObject,
  pageParams,
  Timestamp,
  textParam,
  Uuid,
} from '../../../kernel/http/shapes.ts'
import { Surface } from './lint.ts'

export const sources = ['custom', 'registry', 'platform'] as const
export type Source = (typeof sources)[number]

const states = ['pinned', 'update_available', 'removed_upstream'] as const
export type SkillState = (typeof states)[number]

export const SkillFile = z.object({
  path: z.string(),
  sizeBytes: z.int(),
  contentType: z.string(),
  sha256: z.string(),
  content: z.string().optional().describe('With `include=files`, of texts up to 64 KiB.'),
})
export type SkillFile = z.output<typeof SkillFile>

const common = {
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  source: z.enum(sources),
  version: z.string(),
  sourceUrl: z.string(),
  skillsShUrl: z.string(),
  installCount: z.int().describe('Projects that have installed it.'),
}

export const RegistryMeta = z
  .object({
    registryId: z.string(),
    repo: z.string(),
    path: z.string(),
    ref: z.string(),
    commitSha: z.string().nullable().describe('Null where the registry is a folder.'),
    treeHash: z.string(),
    installedAt: Timestamp,
    state: z.enum(states),
  })
  .partial()
  .meta({ id: 'SkillRegistryMeta' })
export type RegistryMeta = z.output<typeof RegistryMeta>

export const Skill = z
  .object({
    ...common,
    instructions: z.string(),
    registryMeta: RegistryMeta.describe(
      'Where an installed skill comes from; empty for those of the project.',
    ),
    presets: openObject(),
    isPublic: z.boolean(),
    activeStatus: z.boolean(),
    files: z.array(SkillFile).describe('Left out of lists.').optional(),
    packageFileCount: z.int(),
    suggestedToolSlugs: z.array(z.string()),
    license: z.string().nullable(),
    compatibility: z.string().nullable(),
    surface: Surface,
    isCreator: z.boolean(),
    isInstalled: z.boolean().describe('Whether it is in the library of the project.'),
    changed: z.boolean().describe('Whether this call changed something.'),
    revision: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Skill' })
export type Skill = z.output<typeof Skill>

export const CatalogueSkill = z
  .object({
    ...common,
    kind: z.enum(['platform', 'public', 'registry']),
    isInstalled: z.boolean(),
    registryMeta: RegistryMeta,
    links: z.object({ detail: z.string(), install: z.string() }),
  })
  .meta({ id: 'CatalogueSkill' })
export type CatalogueSkill = z.output<typeof CatalogueSkill>

export const IdParams = z.object({ id: Uuid })

export const ListQuery = z.strictObject({
  q: textParam(255).optional().describe('Substring of name, slug or description, case-insensitive.'),
  source: choiceParam(sources).optional(),
  category: textParam(64).optional(),
  ...pageParams,
})
export type ListQuery = z.output<typeof ListQuery>

export const BrowseQuery = z.strictObject({ q: textParam(255).optional(), ...pageParams })
export type BrowseQuery = z.output<typeof BrowseQuery>

export const DetailQuery = z.strictObject({ include: choiceParam(['files']).optional() })
export const DeleteQuery = z.strictObject({
  detach: booleanParam().optional().describe('Delete it although agents use it: they continue without it.'),
})
export const FileQuery = z.strictObject({ version: textParam(32).optional() })
export const VersionListQuery = z.strictObject({
  page: integerParam({ min: 1, fallback: 1 }).default(1),
  limit: pageParams.limit,
  offset: pageParams.offset,
})
export type VersionListQuery = z.output<typeof VersionListQuery>

const Name = z.string().trim().min(1).max(200)
const Description = z.string().trim().min(1).max(1024)
const Instructions = z.string().max(512 * 1024)
const Category = z.string().trim().max(64)
const Tags = z.array(z.string().trim().min(1).max(64)).max(20)
const ToolSlugs = z.array(z.string().min(1).max(200)).max(100)
export const versionForm = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$/
const Version = z
  .string()
  .regex(versionForm, 'must be up to 32 letters, digits, dots, plus signs and hyphens')
export const Slug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase letters, digits and single hyphens')

export const CreateBody = z.strictObject({
  name: Name,
  slug: Slug.optional().describe('Made from the name if left out.'),
  description: Description,
  instructions: Instructions,
  category: Category.nullish(),
  tags: Tags.nullish(),
  suggestedToolSlugs: ToolSlugs.nullish().describe(
    'Tools that fit the skill. They are not granted to agents.',
  ),
  isPublic: z
    .boolean()
    .default(false)
    .describe('Whether other projects of this installation may install it.'),
  version: Version.default('1.0.0'),
})
export type CreateBody = z.output<typeof CreateBody>

/** The text fields of a form with a package. */
export const PackageFields = CreateBody.omit({
  name: true,
  description: true,
  instructions: true,
  slug: true,
})
  .extend({ name: Name.optional(), version: Version.optional() })
  .partial()
export type PackageFields = z.output<typeof PackageFields>

export const UpdateBody = z.strictObject({
  name: Name.optional(),
  description: Description.optional(),
  instructions: Instructions.optional(),
  category: Category.nullish(),
  tags: Tags.nullish(),
  suggestedToolSlugs: ToolSlugs.nullish(),
  isPublic: z.boolean().optional(),
  version: Version.optional().describe('Of the new version; the next number if left out.'),
  activeStatus: z.boolean().optional(),
})
export type UpdateBody = z.output<typeof UpdateBody>

export const RollbackBody = z.strictObject({ version: z.string().min(1).max(32) })

export const VersionParams = z.object({ id: Uuid, v: z.string().max(32) })
export const FileParams = z.object({ id: Uuid, path: z.string().max(800) })

export const SkillVersion = z
  .object({
    version: z.string(),
    number: z.int(),
    isActive: z.boolean().describe('Whether it is the one that agents use.'),
    isApproved: z.boolean().describe('False while an update waits for approval.'),
    description: z.string(),
    treeHash: z.string(),
    commitSha: z.string().nullable(),
    packageFileCount: z.int(),
    surface: Surface,
    createdAt: Timestamp,
    instructions: z.string().optional(),
    files: z.array(SkillFile).optional(),
  })
  .meta({ id: 'SkillVersion' })
export type SkillVersion = z.output<typeof SkillVersion>

export const Uninstalled = z.object({ id: z.uuid(), changed: z.boolean() })
