import { z } from 'zod'
import { integerParam } from '../../../../kernel/http/shapes.ts'
import type { UsableModel } from '../../service/models/usable-models.ts'

export const OpenAiModel = z
  .object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })
  .meta({ id: 'OpenAiModel' })

export const OpenAiModelList = z
  .object({ object: z.literal('list'), data: z.array(OpenAiModel) })
  .meta({ id: 'OpenAiModels' })

export const OpenAiModelQuery = z.strictObject({
  limit: integerParam({ min: 1, max: 10_000 }).optional().describe('Return at most this many models.'),
})

export const OpenAiModelParams = z.object({ model: z.string().min(1).max(200) })

/** When a model was made is not known here; clients want a number in its place. */
export const toOpenAiModel = ({ id, provider }: UsableModel): z.output<typeof OpenAiModel> => ({
  id,
  object: 'model',
  created: 0,
  owned_by: provider,
})
