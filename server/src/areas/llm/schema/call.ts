import { z } from 'zod'
import {
  choiceParam,
  pageParams,
  Timestamp,
  textParam,
  timestampParam,
  uuidParam,
} from '../../../kernel/http/shapes.ts'
import { finishReasons, Usage } from './chat.ts'

export const callStatuses = ['running', 'succeeded', 'failed', 'cancelled'] as const

const AttemptOut = z.object({
  model: z.string(),
  provider: z.string(),
  key: z.int().describe('Index of the API key of the provider.'),
  startMs: z.int().describe('Relative to the start of the call.'),
  firstTokenMs: z.int().nullable(),
  endMs: z.int(),
  outcome: z.enum(['answered', 'failed', 'skipped', 'cancelled']),
  error: z.string().nullable(),
  status: z.int().nullable().describe('HTTP status of the provider.'),
})

export const LlmCall = z
  .object({
    id: z.uuid(),
    kind: z.enum(['chat', 'generate', 'embedding']),
    status: z.enum(callStatuses),
    requestedModel: z.string(),
    servedModel: z.string().nullable(),
    provider: z.string(),
    stream: z.boolean(),
    finishReason: z.enum(finishReasons).nullable(),
    usage: Usage,
    firstTokenMs: z.int().nullable(),
    totalMs: z.int().nullable(),
    attempts: z.array(AttemptOut).describe('All attempts with all models, in order.'),
    requestId: z.string(),
    apiKeyId: z.uuid().nullable(),
    eUID: z.uuid(),
    error: z.object({ code: z.string(), message: z.string().nullable() }).nullable(),
    metadata: z.record(z.string(), z.string()),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'LlmCall' })
export type LlmCall = z.output<typeof LlmCall>

export const LlmCallDetail = LlmCall.extend({
  prompt: z.unknown().describe('The prompt; null if the project does not store payloads.'),
  answer: z.unknown().describe('The response of the model.'),
}).meta({ id: 'LlmCallDetail' })
export type LlmCallDetail = z.output<typeof LlmCallDetail>

export const CallQuery = z.strictObject({
  ...pageParams,
  cursor: textParam(200)
    .optional()
    .describe('`nextCursor` of the previous page; stable while calls are added.'),
  model: textParam(200).optional().describe('The requested or the serving model.'),
  provider: textParam(50).optional(),
  status: choiceParam(callStatuses).optional(),
  kind: choiceParam(['chat', 'generate', 'embedding']).optional(),
  eUID: uuidParam().optional(),
  from: timestampParam().optional(),
  to: timestampParam().optional().describe('End time, exclusive.'),
})
export type CallQuery = z.output<typeof CallQuery>
