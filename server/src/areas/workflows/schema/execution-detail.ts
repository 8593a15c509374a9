import { z } from 'zod'
import { integerParam, openObject, Timestamp } from '../../../kernel/http/shapes.ts'
import { StoppedBy } from '../../../kernel/limits/turn-limits.ts'
import { Execution, ExecutionUsage, endFields, executionStatuses, RequiredConnection } from './execution.ts'
import { Pause } from './pause.ts'

export const stepStatuses = ['completed', 'failed', 'rejected', 'retried', 'running', 'paused'] as const

export const DetailQuery = z.strictObject({
  stepsLimit: integerParam({ min: 0, max: 1_000, fallback: 200 })
    .default(200)
    .describe('The number of steps to return; fewer where inputs and outputs have more than 4 MiB together.'),
  stepsOffset: integerParam({ min: 0, max: 100_000, fallback: 0 }).default(0),
})
export type DetailQuery = z.output<typeof DetailQuery>

export const StepDecision = z
  .object({
    type: z
      .enum(['approve', 'edit', 'reject', 'done', 'again', 'stop'])
      .describe(
        '`edit`: approved with other arguments. The last three are about a step that may have been done.',
      ),
    toolSlug: z.string().nullable(),
    requested: z
      .unknown()
      .describe('The arguments that the model wrote; null where no call was decided about.'),
    args: z.unknown().describe('The arguments of the call that was made, or what a form was filled in with.'),
    message: z.string().nullable().describe('The reason that was given.'),
    by: openObject().nullable().describe('Who decided; null where no one did in time.'),
    at: Timestamp.nullable(),
  })
  .meta({ id: 'WorkflowStepDecision' })
export type StepDecision = z.output<typeof StepDecision>

export const ExecutionStep = z
  .object({
    nodeId: z.string(),
    step: z
      .string()
      .describe(
        'Unique within the execution: the node, with `#` and the index inside loops, `/` before nodes of a subflow and `~` before the number of a retry.',
      ),
    name: z.string().describe('The label of the node.'),
    type: z.string(),
    status: z
      .enum(stepStatuses)
      .describe(
        '`retried`: it failed, and a later step tried again. `rejected`: a human decided against the call.',
      ),
    stoppedBy: StoppedBy.nullable().describe(
      'The limit that ended the agent of a step that completed, or an agent inside of it.',
    ),
    input: z
      .unknown()
      .describe(
        'Evaluated again from the graph and the recorded outputs; null where that is not possible. Of a call that a human changed, the arguments that were sent.',
      ),
    output: z.unknown(),
    outputFileId: z.uuid().nullable().describe('The file with an output of more than 256 KiB.'),
    error: z
      .object({ code: z.string(), message: z.string(), connection: RequiredConnection.optional() })
      .nullable(),
    attempts: z
      .number()
      .describe('How often the step was executed, those executions included whose server was lost.'),
    tries: z
      .number()
      .nullable()
      .describe(
        'How often the tool requested its service in the last execution, the retries of the tool included; `null` where the log of tool executions has no such call.',
      ),
    maybeRepeated: z
      .boolean()
      .describe(
        'A server was lost after the step began and before it was recorded, so it was executed again.',
      ),
    source: z
      .enum(['live', 'mocked', 'fixture', 'recorded', 'unmatched'])
      .describe('Where the output came from; other than `live` in test executions only.'),
    startedAt: Timestamp.nullable(),
    durationMs: z.number().nullable(),
    credits: z.number(),
    logs: z.array(z.string()),
    toolLogId: z.string().nullable(),
    modelCallId: z.string().nullable().describe('The call in the log of model calls.'),
    model: z.string().nullable().describe('The model that responded, where an agent called one.'),
    tokens: z.object({ input: z.number(), output: z.number() }).nullable(),
    subflowVersion: z.string().nullable(),
    pauseId: z.uuid().nullable(),
    decisions: z
      .array(StepDecision)
      .describe('Decisions of humans: about the call of the step, or at the step that waited for them.'),
  })
  .meta({ id: 'WorkflowExecutionStep' })
export type ExecutionStep = z.output<typeof ExecutionStep>

const State = z
  .object({
    currentNodeIds: z.array(z.string()).describe('Nodes that are executed or waited at.'),
    pauses: z.array(Pause).describe('What the execution waits for.'),
    resumesAt: Timestamp.nullable(),
  })
  .describe('Where the execution is.')

export const ExecutionDetail = z
  .object({
    ...Execution.shape,
    steps: z.array(ExecutionStep),
    stepCount: z.number(),
    state: State,
    payloadsStored: z.boolean().describe('False when inputs and outputs were not stored, or were deleted.'),
  })
  .meta({ id: 'WorkflowExecutionDetail' })
export type ExecutionDetail = z.output<typeof ExecutionDetail>

export const ThreadStatus = z
  .object({
    threadId: z.string(),
    executionId: z.uuid(),
    workflowId: z.uuid(),
    status: z.enum(executionStatuses),
    currentNodeId: z.string().nullable(),
    state: State,
    completedNodes: z.array(z.string()),
    failedNodes: z.array(z.string()),
    errors: z.array(openObject()),
    outputData: z.unknown(),
    ...endFields,
    usage: ExecutionUsage.nullable(),
  })
  .meta({ id: 'WorkflowThreadStatus' })
export type ThreadStatus = z.output<typeof ThreadStatus>

export const CancelledExecution = z
  .object({
    id: z.uuid(),
    status: z
      .enum(executionStatuses)
      .describe('`cancelled`, or the status until its worker has stopped, less than a second later.'),
  })
  .meta({ id: 'CancelledExecution' })
