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

export const AssistantSearchBody = z.strictObject({
  name: z.string().max(300).nullish(),
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
})
export type AssistantSearchBody = z.output<typeof AssistantSearchBody>

export const AssistantCountBody = z.strictObject({ name: z.string().max(300).nullish() })
export type AssistantCountBody = z.output<typeof AssistantCountBody>

export const AssistantVersionsBody = z.strictObject({
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
})
export type AssistantVersionsBody = z.output<typeof AssistantVersionsBody>

/** LangGraph's clients name assistants by id or by name. */
export const AssistantParams = z.object({ assistant_id: z.string().min(1).max(300) })
