import { z } from 'zod'
import {
  anyCaseChoiceParam,
  choiceParam,
  openObject,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  timestampParam,
} from '../../kernel/http/shapes.ts'

export const AuditEntry = z
  .object({
    id: z.uuid(),
    actor: z.object({
      kind: z.enum(['key', 'session', 'end-user-token', 'system']),
      id: z.uuid().nullable(),
      accountId: z.uuid().nullable(),
    }),
    action: z.string(),
    target: z.object({ type: z.string(), id: z.string() }),
    details: openObject(),
    ip: z.string(),
    requestId: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

export const AuditQuery = z.strictObject({
  q: textParam(100).optional().describe('Substring of the action or of the target id.'),
  actor: textParam(100).optional().describe('The id of an API key, session or account, or an actor type.'),
  action: textParam(100).optional().describe('For example `api_key.created`.'),
  from: timestampParam().optional(),
  to: timestampParam().optional(),
  sortBy: choiceParam(['createdAt', 'action'], 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  format: choiceParam(['json', 'csv', 'jsonl'], 'json')
    .default('json')
    .describe('`csv` and `jsonl` stream all matching entries by time, without pagination.'),
  ...pageParams,
})
export type AuditQuery = z.output<typeof AuditQuery>
