import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  timestampParam,
} from '../../../kernel/http/shapes.ts'

export const McpCall = z
  .object({
    id: z.uuid(),
    serverId: z.uuid().nullable(),
    eUID: z.uuid(),
    method: z.string(),
    target: z.string().nullable().describe('The tool, resource or prompt.'),
    clientName: z.string().nullable(),
    clientVersion: z.string().nullable(),
    protocolVersion: z.string().nullable(),
    successful: z.boolean(),
    error: z.string().nullable(),
    logId: z.uuid().nullable().describe('The execution of the tool.'),
    durationMs: z.int(),
    createdAt: Timestamp,
  })
  .meta({ id: 'McpCall' })
export type McpCall = z.output<typeof McpCall>

export const CallQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the target or the client name.'),
  method: textParam(100).optional(),
  clientName: textParam(200).optional(),
  clientVersion: textParam(100).optional(),
  successful: booleanParam().optional(),
  from: timestampParam().optional(),
  to: timestampParam().optional(),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type CallQuery = z.output<typeof CallQuery>
