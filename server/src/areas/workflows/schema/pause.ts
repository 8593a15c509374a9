import { z } from 'zod'
import {
  choiceParam,
  openObject,
  pageParams,
  Timestamp,
  textParam,
  uuidParam,
} from '../../../kernel/http/shapes.ts'

export const PauseQuery = z.strictObject({
  workflowId: uuidParam().optional(),
  assignee: textParam(200).optional(),
  kind: choiceParam(['human_wait', 'uncertain', 'approval', 'connection']).optional(),
  cursor: textParam(200).optional().describe('`nextCursor` of the previous page.'),
  ...pageParams,
})
export type PauseQuery = z.output<typeof PauseQuery>

export const Pause = z
  .object({
    id: z.uuid(),
    executionId: z.uuid(),
    threadId: z.string(),
    workflowId: z.uuid(),
    workflowName: z.string(),
    eUID: z.uuid(),
    kind: z
      .enum(['human_wait', 'uncertain', 'approval', 'connection', 'event'])
      .describe(
        '`human_wait`: a node waits for a human. `uncertain`: a step may have been done by a server that was lost; a human decides. `approval`: an agent wants to call tools. `connection`: an agent needs a connected account. `event`: waits for an event.',
      ),
    nodeId: z.string(),
    step: z.string(),
    message: z.string().nullable(),
    request: openObject().describe('The question: the message and form, or the step in question.'),
    assignee: z.string().nullable(),
    decidedBy: z
      .enum(['end_user', 'operator', 'both'])
      .nullable()
      .describe(
        'Who may answer: the end user, the team of the project (`operator`), or `both`; null where nothing is decided.',
      ),
    expiresAt: Timestamp.nullable(),
    onTimeout: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'WorkflowPause' })
export type Pause = z.output<typeof Pause>

export const ResumedExecution = z
  .object({ executionId: z.uuid(), threadId: z.string(), pauseId: z.uuid(), status: z.literal('running') })
  .meta({ id: 'ResumedExecution' })
export type ResumedExecution = z.output<typeof ResumedExecution>

export const SentEvent = z.object({ executionId: z.uuid() })
