import { z } from 'zod'
import { choiceParam, openObject, pageParams, textParam } from '../../../kernel/http/shapes.ts'
import { triggerKinds, triggerSources } from './trigger.ts'

export const TriggerType = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    kind: z.enum(triggerKinds),
    toolkitSlug: z.string().nullable(),
    needsAccount: z.boolean(),
    configSchema: openObject().describe('JSON Schema of `triggerConfig`.'),
    payloadSchema: openObject().describe('JSON Schema of `trigger.payload` in an execution.'),
    samplePayload: openObject(),
  })
  .meta({ id: 'TriggerType' })
export type TriggerType = z.output<typeof TriggerType>

export const TriggerTypeQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the slug, name or description.'),
  kind: choiceParam(triggerKinds).optional(),
  toolkitSlug: textParam(100).optional(),
  source: choiceParam(triggerSources).optional().describe('Our own types, or the events of toolkits.'),
  ...pageParams,
})
export type TriggerTypeQuery = z.output<typeof TriggerTypeQuery>
