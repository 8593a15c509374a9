import { z } from 'zod'
import { ToolkitItem } from './toolkit.ts'

export const ToolkitTool = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    type: z.enum(['action', 'poll', 'webhook']),
    noAuth: z.boolean(),
    scopes: z.array(z.string()),
    tags: z.array(z.string()),
    isImportant: z.boolean(),
    isDeprecated: z.boolean(),
    version: z.string(),
  })
  .meta({ id: 'ToolkitTool' })
export type ToolkitTool = z.output<typeof ToolkitTool>

export const ToolkitWithTools = ToolkitItem.extend({
  tools: z.array(ToolkitTool),
  /** Only the first of them are shown: GET /api/v1/tools has them all. */
  hasMoreTools: z.boolean(),
}).meta({ id: 'ToolkitWithTools' })
export type ToolkitWithTools = z.output<typeof ToolkitWithTools>
