import { z } from 'zod'
import type { UsableModel } from '../../service/models/usable-models.ts'

export const WireModel = z
  .object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })
  .meta({ id: 'OpenAiModel' })

export const WireModelList = z
  .object({ object: z.literal('list'), data: z.array(WireModel) })
  .meta({ id: 'OpenAiModels' })

export const WireModelParams = z.object({ model: z.string().min(1).max(200) })

/** When a model was made is not known here; clients want a number in its place. */
export const toWireModel = ({ id, provider }: UsableModel): z.output<typeof WireModel> => ({
  id,
  object: 'model',
  created: 0,
  owned_by: provider,
})
