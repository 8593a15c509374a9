import { z } from 'zod'
import {
  choiceParam,
  listParam,
  pageParams,
  Timestamp,
  textParam,
  timestampParam,
  uuidParam,
} from '../../kernel/http/shapes.ts'
import { runPools } from '../../kernel/runs/pools.ts'

const statuses = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'] as const
const pools = Object.keys(runPools) as [keyof typeof runPools, ...(keyof typeof runPools)[]]

export const Run = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    kind: z.string().describe('What it does, such as `tables.import`.'),
    pool: z
      .enum(pools)
      .nullable()
      .describe('Whose capacity it shares; null for a kind that this server does not know.'),
    status: z.enum(statuses),
    waitingFor: z.enum(['signal', 'children', 'time']).nullable().describe('What ends its waiting.'),
    attempt: z.int().describe('How often it was claimed by a worker.'),
    losses: z.int().describe('How often its worker was lost.'),
    error: z.object({ code: z.string(), message: z.string(), step: z.string().optional() }).nullable(),
    isCancelRequested: z.boolean(),
    parentId: z.uuid().nullable(),
    depth: z.int().describe('Depth in the tree of runs; 0 for the root.'),
    hasChildren: z.boolean(),
    runAt: Timestamp.nullable().describe(
      'When it is due; null while only a signal or its children can wake it.',
    ),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Run' })
export type Run = z.output<typeof Run>

const RunStep = z
  .object({
    name: z.string(),
    attempt: z.int().describe('The attempt that recorded it.'),
    maybeAlsoAttempt: z
      .int()
      .nullable()
      .describe('An earlier attempt that was lost and may have done it as well.'),
    tries: z.int(),
    outputBytes: z.int(),
    startedAt: Timestamp,
    finishedAt: Timestamp,
  })
  .meta({ id: 'RunStep' })

export const RunDetail = Run.extend({
  inputBytes: z.int(),
  outputBytes: z.int(),
  steps: z.array(RunStep).describe('The last 1,000 that were recorded, in their order.'),
  stepCount: z.int(),
  events: z.object({
    count: z.int(),
    lastAt: Timestamp.nullable(),
    types: z.array(z.object({ type: z.string(), count: z.int() })),
  }),
  children: z.object({ count: z.int(), open: z.int() }),
}).meta({ id: 'RunDetail' })
export type RunDetail = z.output<typeof RunDetail>

export const RunQuery = z.strictObject({
  kind: textParam(100).optional(),
  pool: choiceParam(pools).optional(),
  status: listParam(statuses).optional().describe('One or several, such as `queued,running`.'),
  projectId: uuidParam().optional(),
  from: timestampParam().optional().describe('Created at this time or later.'),
  to: timestampParam().optional().describe('Created before this time.'),
  cursor: textParam(200)
    .optional()
    .describe('`nextCursor` of the previous page; stable while items are added.'),
  ...pageParams,
})
export type RunQuery = z.output<typeof RunQuery>

export const CancelledRun = z
  .object({
    id: z.uuid(),
    status: z
      .enum(['cancelled', 'running'])
      .describe('`running` until its worker has stopped, within a second or so.'),
  })
  .meta({ id: 'CancelledRun' })
