import { z } from 'zod'
import { Timestamp, Uuid } from '../../../kernel/http/shapes.ts'

export const HandoffBody = z.strictObject({
  reason: z.string().min(1).max(500).default('A human is needed').describe('Shown to the human.'),
})

export const HandoffDoneBody = z.strictObject({
  note: z.string().max(2000).optional().describe('What the human did, for the agent.'),
})

export const Handoff = z
  .object({
    id: z.uuid(),
    sessionId: z.uuid(),
    status: z.enum(['requested', 'done', 'expired']),
    reason: z.string(),
    note: z.string().nullable(),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
    liveViewUrl: z
      .string()
      .nullable()
      .describe(
        'With control of the session, for anyone who has it; opens for 5 minutes. Null once it is done.',
      ),
  })
  .meta({ id: 'BrowserHandoff' })
export type Handoff = z.output<typeof Handoff>

export const HandoffParams = z.object({ handoffId: Uuid })
