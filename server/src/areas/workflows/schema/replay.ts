import { z } from 'zod'
import { openObject, pageParams, Timestamp, Uuid } from '../../../kernel/http/shapes.ts'
import { endedStatuses } from './execution.ts'
import { VersionInput } from './version-number.ts'

export const Against = z
  .union([z.literal('draft'), VersionInput])
  .default('draft')
  .describe('`draft`, the newest version, or a version by its number or as `1.0.3`.')

export const ReplayBody = z.strictObject({ against: Against })
export type ReplayBody = z.output<typeof ReplayBody>

const Change = z.object({
  path: z.string().describe('A JSON pointer; empty for the whole.'),
  kind: z.enum(['added', 'removed', 'changed', 'type']),
  before: z.unknown(),
  after: z.unknown(),
})

export const nodeVerdicts = ['same', 'changed', 'new', 'gone', 'unmatched'] as const

const ReplayedNode = z.object({
  nodeId: z.string(),
  step: z.string(),
  type: z.string(),
  verdict: z
    .enum(nodeVerdicts)
    .describe(
      '`new` and `gone`: only one of the two executed it. `unmatched`: it requests something that was not recorded, so its output was made up.',
    ),
  isSameRequest: z
    .boolean()
    .optional()
    .describe(
      'Of a model call of an agent: whether its request is the same. Its response is the recorded one in any case.',
    ),
  before: z.object({ status: z.string(), error: z.string().nullable() }).nullable(),
  after: z.object({ status: z.string(), error: z.string().nullable() }).nullable(),
  changes: z.array(Change).describe('Differences of its output.'),
})
export type ReplayedNode = z.output<typeof ReplayedNode>

const Outcome = z.object({
  status: z.enum(endedStatuses),
  output: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type ReplayOutcome = z.output<typeof Outcome>

const ReplayedCall = z.object({ step: z.string(), name: z.string(), status: z.string() })

export const Replay = z
  .object({
    executionId: z.uuid(),
    fromVersion: z.string(),
    toVersion: z.string(),
    isGreen: z.boolean().describe('The result is the same, and no output had to be made up.'),
    counts: z.object({
      same: z.number(),
      changed: z.number(),
      new: z.number(),
      gone: z.number(),
      unmatched: z.number(),
    }),
    nodes: z.array(ReplayedNode),
    result: z.object({
      verdict: z.enum(['same', 'changed']),
      before: Outcome,
      after: Outcome,
      changes: z.array(Change),
    }),
    agent: z
      .object({
        firstDivergence: z
          .object({
            step: z.string(),
            reason: z
              .enum([...nodeVerdicts, 'request', 'approval'])
              .describe(
                '`request`: the request to the model is another one. `approval`: a human would have to decide.',
              ),
          })
          .nullable(),
        toolCalls: z.object({ before: z.array(ReplayedCall), after: z.array(ReplayedCall) }),
        credits: z
          .object({ before: z.number(), after: z.number() })
          .describe('Of the recorded calls that are made.'),
      })
      .optional()
      .describe('Of an agent. Its nodes are calls of models and tools.'),
  })
  .meta({ id: 'WorkflowReplay' })
export type Replay = z.output<typeof Replay>

const Check = z.strictObject({
  name: z.string().max(200).default(''),
  expression: z
    .string()
    .min(1)
    .max(4_096)
    .describe('Over `input`, `output`, `status`, `error` and `nodes.<id>.output`; it must be true.'),
})

export const maxEvals = 200
export const maxChecks = 20

export const CreateEvalsBody = z.strictObject({
  executions: z
    .array(
      z.strictObject({
        executionId: Uuid,
        name: z.string().trim().min(1).max(200).optional(),
        checks: z
          .array(Check)
          .max(maxChecks)
          .default([])
          .describe('Without any, the result must be the same as the recorded one.'),
      }),
    )
    .min(1)
    .max(50),
})
export type CreateEvalsBody = z.output<typeof CreateEvalsBody>

export const Eval = z
  .object({
    id: z.uuid(),
    workflowId: z.uuid(),
    name: z.string(),
    executionId: z.uuid(),
    eUID: z.uuid(),
    version: z.string(),
    input: z.unknown(),
    output: z.unknown(),
    checks: z.array(z.object({ name: z.string(), expression: z.string() })),
    createdAt: Timestamp,
    createdBy: openObject().nullable(),
  })
  .meta({ id: 'WorkflowEval' })
export type Eval = z.output<typeof Eval>

export const EvalQuery = z.strictObject(pageParams)
export type EvalQuery = z.output<typeof EvalQuery>

export const EvalParams = z.object({ id: Uuid, evalId: Uuid })

export const RunEvalsBody = z.strictObject({
  against: Against,
  evalIds: z.array(Uuid).min(1).max(maxEvals).optional().describe('All of the workflow if omitted.'),
})
export type RunEvalsBody = z.output<typeof RunEvalsBody>

const EvalResult = z.object({
  evalId: z.uuid(),
  name: z.string(),
  executionId: z.uuid(),
  passed: z.boolean(),
  isSameResult: z.boolean(),
  unmatchedNodes: z.array(z.string()),
  checks: z.array(
    z.object({ name: z.string(), expression: z.string(), passed: z.boolean(), error: z.string().nullable() }),
  ),
  after: Outcome,
  changes: z.array(Change).describe('Differences between the recorded result and the new one.'),
})
export type EvalResult = z.output<typeof EvalResult>

export const EvalReport = z
  .object({
    workflowId: z.uuid(),
    version: z.string(),
    total: z.number(),
    passed: z.number(),
    failed: z.number(),
    results: z.array(EvalResult),
  })
  .meta({ id: 'WorkflowEvalReport' })
export type EvalReport = z.output<typeof EvalReport>
