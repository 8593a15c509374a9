import { z } from 'zod'
import { Uuid } from '../../../kernel/http/shapes.ts'
import type { ToolkitShapes } from '../../toolkits/index.ts'

const Patterns = z.array(z.string().min(1).max(300)).max(500)

/** The body is made of the shapes that all imported toolkits have in common, which are in the catalogue of toolkits. */
export const importOpenApiBody = ({
  ToolkitSlug,
  Logo,
  Category,
  BaseUrl,
  AuthMode,
  AuthDetailsInput,
  ReviewedHash,
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
        .describe('The document, as a JSON value or as JSON or YAML text.'),
      fileId: Uuid.optional().describe('A file of the project’s default user.'),
      slug: ToolkitSlug,
      name: z.string().trim().min(1).max(200).optional(),
      description: z.string().max(10_000).optional(),
      logo: Logo.nullish(),
      categories: z.array(Category).max(20).optional(),
      include: Patterns.optional().describe(
        'Operation ids, tags, paths, `GET /path` or slugs; `*` is a wildcard.',
      ),
      exclude: Patterns.optional(),
      baseUrl: BaseUrl.optional().describe('Base URL of the API, if the document has none or a wrong one.'),
      authSchemes: z
        .array(AuthMode)
        .max(20)
        .optional()
        .describe('Auth schemes, if the document declares none.'),
      authConfigDetails: z.array(AuthDetailsInput).max(20).optional(),
      replace: z
        .boolean()
        .default(false)
        .describe('Create a new version of the existing toolkit with this slug.'),
      dryRun: z.boolean().default(false).describe('Return a preview without storing anything.'),
      sha256: ReviewedHash.optional(),
    })
    .refine(
      ({ url, spec, fileId }) => [url, spec, fileId].filter((source) => source !== undefined).length === 1,
      'exactly one of url, spec and fileId must be given',
    )
export type ImportOpenApiBody = z.output<ReturnType<typeof importOpenApiBody>>
