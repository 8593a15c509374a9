import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  pageParams,
  sortOrders,
  textParam,
} from '../../../kernel/http/shapes.ts'
import { categorySlugs } from './categories.ts'

const slugForm = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** Slugs joined by commas or repeated. */
const slugsParam = () =>
  z
    .union([z.string().max(2048), z.array(z.string().max(2048)).max(200)])
    .transform((text) =>
      [text]
        .flat()
        .flatMap((part) => part.split(','))
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(slugForm, 'must be comma-separated slugs')).max(200))
    .meta({ jsonSchema: { type: 'array', items: { type: 'string' }, maxItems: 200 } })

export const toolkitSortFields = [
  'popularityScore',
  'name',
  'slug',
  'toolCount',
  'createdAt',
  'updatedAt',
] as const

export const providerFilters = ['PLATFORM', 'LOCAL', 'OPENAPI', 'MCP', 'COMPOSIO'] as const

const filters = {
  q: textParam(200).optional().describe('Searches slug, name, description and tool names.'),
  category: choiceParam(categorySlugs).optional(),
  slugs: slugsParam().optional(),
  provider: anyCaseChoiceParam(providerFilters)
    .optional()
    .describe('`COMPOSIO` matches everything that is not `LOCAL`.'),
  scope: choiceParam(['all', 'mine'] as const, 'all')
    .default('all')
    .describe('`mine`: toolkits of the project.'),
  region: textParam(20).optional().describe('A country code, `global` or `all`.'),
  regionMatch: choiceParam(['include_global', 'exact'] as const, 'include_global').default('include_global'),
  requiresAuth: booleanParam().optional(),
  authConfigCreatable: booleanParam().optional().describe('Whether an auth config can be created for it.'),
  isConnected: booleanParam().optional(),
  showDisabled: booleanParam()
    .optional()
    .describe('Whether to include disabled toolkits; defaults to true for admins and false for others.'),
  sortBy: choiceParam(toolkitSortFields, 'popularityScore')
    .optional()
    .describe('Defaults to relevance, then popularity.'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
}

export const ToolkitQuery = z.strictObject(filters)
export type ToolkitQuery = z.output<typeof ToolkitQuery>

export const ToolkitWithToolsQuery = z.strictObject({
  ...filters,
  type: choiceParam(['all', 'triggers', 'actions'] as const, 'all').default('all'),
  tool: textParam(300).optional().describe('A single tool, as `toolkitSlug:toolSlug`.'),
  selectedToolkitSlugs: slugsParam().optional().describe('Listed first, regardless of the order.'),
  selectedToolSlugs: slugsParam().optional().describe('Deprecated: list their toolkits first.'),
  excludeMessagingChannels: booleanParam({ fallback: false }).default(false),
})
export type ToolkitWithToolsQuery = z.output<typeof ToolkitWithToolsQuery>

export const DeleteToolkitQuery = z.strictObject({
  cascade: booleanParam()
    .default(false)
    .describe('Also delete its tools, auth configs and connected accounts.'),
})
