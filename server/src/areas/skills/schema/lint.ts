import { z } from 'zod'

export const Problem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  path: z.string().nullable().describe('The file that it is in; null for the whole package.'),
})
export type Problem = z.output<typeof Problem>

const Names = z.array(z.string())

/** What a package names: what it could lead an agent to do. */
export const Surface = z
  .object({
    tools: Names.describe('Tools that it wants to use. A skill grants none of them.'),
    urls: Names.describe('Origins of URLs.'),
    commands: Names.describe('Programs that it runs in a shell.'),
    writes: Names.describe('Where files are written or deleted.'),
    secrets: Names.describe('Environment variables, keys and tokens.'),
    scripts: Names.describe('Files that can be run.'),
    hiddenText: Names.describe('Files with characters that a reader does not see.'),
  })
  .meta({ id: 'SkillSurface' })
export type Surface = z.output<typeof Surface>

export const Validation = z
  .object({
    valid: z.boolean(),
    slug: z.string().nullable(),
    description: z.string().nullable(),
    packageFileCount: z.int(),
    sizeBytes: z.int(),
    treeHash: z.string().nullable(),
    surface: Surface,
    problems: z.array(Problem),
  })
  .meta({ id: 'SkillValidation' })
export type Validation = z.output<typeof Validation>
