import { z } from 'zod'
import { Uuid } from '../../../kernel/http/shapes.ts'
import type { ToolkitShapes } from '../../toolkits/index.ts'

const Patterns = z.array(z.string().min(1).max(300)).max(500)

/** The body is made of the shapes that all imported toolkits have in common, which the catalogue of toolkits keeps. */
export const importOpenApiBody = ({
  ToolkitSlug,
  Logo,
  Category,
  BaseUrl,
  AuthMode,
  AuthDetailsInput,
}: ToolkitShapes) =>
  z
    .strictObject({
      url: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional(),
      spec: z
        .union([z.string().min(1), z.looseObject({})])
        .optional()
        .describe('The document itself, as JSON or as a text of JSON or YAML.'),
      fileId: Uuid.optional().describe('A file of the project’s default user.'),
      slug: ToolkitSlug,
      name: z.string().trim().min(1).max(200).optional(),
      description: z.string().max(10_000).optional(),
      logo: Logo.nullish(),
      categories: z.array(Category).max(20).optional(),
      include: Patterns.optional().describe(
        'Ids, tags, paths, `GET /path` or slugs of operations; * stands for anything.',
      ),
      exclude: Patterns.optional(),
      baseUrl: BaseUrl.optional().describe(
        'Where the API stands, when the document does not say or is wrong.',
      ),
      authSchemes: z
        .array(AuthMode)
        .max(20)
        .optional()
        .describe('When the document does not say how it lets callers in.'),
      authConfigDetails: z.array(AuthDetailsInput).max(20).optional(),
      replace: z.boolean().default(false).describe('Makes it a new version of the toolkit of that slug.'),
      dryRun: z.boolean().default(false).describe('Tells what would come of it and keeps nothing.'),
    })
    .refine(
      ({ url, spec, fileId }) => [url, spec, fileId].filter((given) => given !== undefined).length === 1,
      'exactly one of url, spec and fileId must be given',
    )
export type ImportOpenApiBody = z.output<ReturnType<typeof importOpenApiBody>>
