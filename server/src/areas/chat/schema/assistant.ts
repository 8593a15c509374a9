import { z } from 'zod'
import { openObject, Timestamp } from '../../../kernel/http/shapes.ts'

export const Assistant = z
  .object({
    assistant_id: z.uuid(),
    graph_id: z.string(),
    name: z.string(),
    description: z.string(),
    version: z.int(),
    config: openObject(),
    context: openObject(),
    metadata: openObject(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Assistant' })
export type Assistant = z.output<typeof Assistant>

const sortColumns = ['assistant_id', 'name', 'created_at', 'updated_at', 'graph_id'] as const

export const AssistantCountBody = z.strictObject({
  name: z.string().max(300).nullish(),
  graph_id: z.string().max(300).nullish().describe('Every agent has the graph `agent`.'),
  metadata: openObject().nullish().describe('Agents whose metadata contains this.'),
})
export type AssistantCountBody = z.output<typeof AssistantCountBody>

export const AssistantSearchBody = AssistantCountBody.extend({
  sort_by: z.enum(sortColumns).nullish().meta({ default: 'created_at' }),
  sort_order: z.enum(['asc', 'desc']).nullish().meta({ default: 'desc' }),
  select: z
    .array(z.string().max(40))
    .max(20)
    .nullish()
    .describe('Fields that the client needs; the response has all.'),
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
})
export type AssistantSearchBody = z.output<typeof AssistantSearchBody>

export const AssistantVersionsBody = z.strictObject({
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
})
export type AssistantVersionsBody = z.output<typeof AssistantVersionsBody>

/** LangGraph's clients name assistants by id or by name. */
export const AssistantParams = z.object({ assistant_id: z.string().min(1).max(300) })
