import { z } from 'zod'
import { integerParam, textParam } from '../../../../kernel/http/shapes.ts'
import type { UsableModel } from '../../service/models/usable-models.ts'

export const AnthropicModel = z
  .object({
    type: z.literal('model'),
    id: z.string(),
    display_name: z.string(),
    created_at: z.string().describe('Unknown; set to a fixed time because clients require it.'),
  })
  .meta({ id: 'AnthropicModel' })
export type AnthropicModel = z.output<typeof AnthropicModel>

export const AnthropicModelPage = z
  .object({
    data: z.array(AnthropicModel),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  })
  .meta({ id: 'AnthropicModels' })

export const AnthropicModelQuery = z.strictObject({
  limit: integerParam({ min: 1, max: 1000, fallback: 20 }).default(20),
  after_id: textParam(200).optional().describe('Return models after this id.'),
  before_id: textParam(200).optional().describe('Return models before this id.'),
})

export const AnthropicModelParams = z.object({ model: z.string().min(1).max(200) })

export const exampleModel: AnthropicModel = {
  type: 'model',
  id: 'local/demo',
  display_name: 'Offline demo (not a language model)',
  created_at: '1970-01-01T00:00:00Z',
}

export const toAnthropicModel = ({ id, name }: UsableModel): AnthropicModel => ({
  type: 'model',
  id,
  display_name: name,
  created_at: '1970-01-01T00:00:00Z',
})

/** One page of those that can be talked to. An id that is none begins at the end from which it counts. */
export function pageOf(
  models: readonly UsableModel[],
  { limit, after_id, before_id }: z.output<typeof AnthropicModelQuery>,
): z.output<typeof AnthropicModelPage> {
  const all = models.filter(({ embeds }) => !embeds)
  const indexOf = (requested: string) => all.findIndex(({ id }) => id === requested)
  const before = before_id === undefined ? -1 : indexOf(before_id)
  const from = before >= 0 ? Math.max(0, before - limit) : after_id === undefined ? 0 : indexOf(after_id) + 1
  const to = before >= 0 ? before : from + limit
  const data = all.slice(from, to).map(toAnthropicModel)
  return {
    data,
    has_more: before >= 0 ? from > 0 : to < all.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  }
}
