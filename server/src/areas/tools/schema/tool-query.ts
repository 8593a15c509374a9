import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  openObject,
  pageParams,
  sortOrders,
  textParam,
} from '../../../kernel/http/shapes.ts'

const maxListLength = 4000

/** Names joined by commas or repeated, as many as fit in a URL. */
const names = z
  .union([z.string().max(maxListLength), z.array(z.string().max(maxListLength)).max(100)])
  .transform((text) =>
    [text]
      .flat()
      .flatMap((part) => part.split(','))
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .transform((list) => (list.length === 0 ? undefined : list))
  .optional()
  .meta({ jsonSchema: { type: 'string', maxLength: maxListLength } })

export const toolSorts = ['popularityScore', 'name', 'slug', 'toolkitSlug', 'createdAt', 'updatedAt'] as const

export const ToolQuery = z.strictObject({
  q: textParam(300).optional().describe('What the tool should do, in natural language.'),
  category: textParam(100).optional().describe('Tools of toolkits in this category.'),
  provider: choiceParam(['COMPOSIO', 'LOCAL', 'PLATFORM', 'OPENAPI', 'MCP'])
    .optional()
    .describe('`COMPOSIO` matches everything that was not created by the project.'),
  toolkitSlug: names.describe('Tools of these toolkits.'),
  toolSlugs: names.describe('Tools with these slugs.'),
  authConfigIds: names.describe('Tools of the toolkits that these auth configs are for.'),
  important: booleanParam().optional(),
  tags: names.describe('Tools that have all of these tags.'),
  scopes: names.describe('Tools for which these scopes are enough.'),
  includeDeprecated: booleanParam({ fallback: false }).default(false),
  showDisabled: booleanParam().optional(),
  toolkitVersions: textParam(500)
    .optional()
    .describe('Ignored: each toolkit is available in its newest version only.'),
  kind: choiceParam(['all', 'actions', 'triggers'], 'actions').default('actions'),
  onlyConnected: booleanParam().optional().describe('Only tools that the acting user can call now.'),
  cursor: textParam(500).optional().describe('Base64 of `{"page":2,"limit":20}`.'),
  sortBy: choiceParam(toolSorts).optional(),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type ToolQuery = z.output<typeof ToolQuery>

export const ToolParams = z.object({
  id: z.string().min(1).max(100).describe('The id or slug of the tool.'),
})
export const GetToolQuery = z.strictObject({
  version: textParam(50).optional(),
  toolkitVersions: textParam(500).optional(),
})
export const DeleteToolQuery = z.strictObject({ force: booleanParam().optional() })

export const schemaFormats = ['openai', 'anthropic', 'mcp'] as const
export type SchemaFormat = (typeof schemaFormats)[number]
export const SchemaQuery = z.strictObject({
  format: choiceParam(schemaFormats, 'openai').default('openai'),
  version: textParam(50).optional(),
})
export const FunctionSchema = openObject().describe('Ready to be passed to a model or client of that kind.')

export const SearchBody = z.strictObject({
  query: z.string().trim().min(1).max(1000),
  limit: z.int().min(1).max(50).default(10),
  toolkits: z.array(z.string().max(100)).max(50).optional(),
  onlyConnected: z.boolean().default(false),
  includeSchemas: z.boolean().default(false),
})
export type SearchBody = z.output<typeof SearchBody>

export const ToolHit = z
  .object({
    slug: z.string(),
    toolkitSlug: z.string(),
    name: z.string(),
    description: z.string(),
    score: z.number().describe('From 0 to 1, comparable across tools and queries; 1 is an exact slug match.'),
    schemaTokens: z.int(),
    isConnected: z.boolean(),
    noAuth: z.boolean(),
    inputParameters: openObject().optional(),
  })
  .meta({ id: 'ToolHit' })
export type ToolHit = z.output<typeof ToolHit>
