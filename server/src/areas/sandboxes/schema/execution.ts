import { z } from 'zod'
import {
  booleanParam,
  choiceParam,
  openObject,
  pageParams,
  Timestamp,
  textParam,
  timestampParam,
  Uuid,
  uuidParam,
} from '../../../kernel/http/shapes.ts'

export const languages = ['javascript', 'python'] as const

const kibibyte = 1024
const maxSourceBytes = 256 * kibibyte
const maxStateBytes = 256 * kibibyte

export const timeoutLimits = { min: 1000, max: 20_000, fallback: 8000 } as const

/** What a script is given that names no state: documented, and always the same. */
export const previewState = { preview: true, input: {} }

const Source = z
  .string()
  .min(1)
  .max(maxSourceBytes)
  .refine((text) => Buffer.byteLength(text) <= maxSourceBytes, 'must have at most 256 KiB')
  .describe(
    'The body of a function with `state` in scope. The result is its return value, else the result of `main(state)`, else its last expression.',
  )

const State = openObject()
  .refine((state) => Buffer.byteLength(JSON.stringify(state)) <= maxStateBytes, 'must have at most 256 KiB')
  .describe('Defaults to `{ "preview": true, "input": {} }`.')

const TimeoutMs = z.int().min(timeoutLimits.min).max(timeoutLimits.max).default(timeoutLimits.fallback)

export const ExecuteBody = z.strictObject({
  language: z.enum(languages),
  source: Source,
  state: State.default(previewState),
  timeoutMs: TimeoutMs,
})
export type ExecuteBody = z.output<typeof ExecuteBody>

export const ExecuteQuery = z.strictObject({
  stream: booleanParam()
    .optional()
    .describe('Stream server-sent events while the script runs: `stdout`, `stderr`, then `result`.'),
})

/** A name such as `api.example.com`, or `*.example.com` for all below it. */
export const AllowedHosts = z
  .array(
    z
      .string()
      .max(253)
      .regex(
        /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i,
        'must be a host such as api.example.com',
      ),
  )
  .max(50)

export const EphemeralBody = ExecuteBody.extend({ allowedHosts: AllowedHosts.default([]) })
export type EphemeralBody = z.output<typeof EphemeralBody>

export const RunBody = z.strictObject({
  source: Source,
  state: State.default(previewState),
  timeout: z.number().gt(0).max(timeoutLimits.max).default(timeoutLimits.fallback).describe('Milliseconds.'),
  language: z.enum(languages).default('javascript'),
})
export type RunBody = z.output<typeof RunBody>

const errorCodes = [
  'script_error',
  'timeout',
  'memory_limit',
  'result_too_large',
  'killed',
  'cancelled',
] as const

export const ExecutionResult = z
  .object({
    id: z.uuid(),
    status: z.enum(['succeeded', 'failed']),
    language: z.enum(languages),
    result: openObject()
      .nullable()
      .describe(
        'A result that is not an object is returned in `value`; a script without a result returns `{}`. Integers beyond the JSON range are strings; NaN and Infinity are null.',
      ),
    error: z.string().nullable(),
    errorCode: z.enum(errorCodes).nullable(),
    trace: z.string().nullable(),
    stdout: z.string(),
    stderr: z.string(),
    truncated: z
      .object({ stdout: z.boolean(), stderr: z.boolean() })
      .describe('Only the last 64 KiB of each stream are stored.'),
    durationMs: z.number().describe('Run time of the script; this is what is charged.'),
    queuedMs: z.number().describe('Time in the queue and waiting for an interpreter; free of charge.'),
    creditsUsed: z.number(),
    stateLost: z
      .boolean()
      .describe(
        'The session was rolled back to its last save, by this run or since the previous one. Reported once.',
      ),
  })
  .meta({ id: 'SandboxExecutionResult' })
export type ExecutionResult = z.output<typeof ExecutionResult>

export const RunResult = ExecutionResult.extend({
  logs: z.array(z.object({ stream: z.enum(['stdout', 'stderr']), text: z.string() })),
}).meta({ id: 'SandboxRunResult' })
export type RunResult = z.output<typeof RunResult>

const Receipt = z.object({
  sourceSha256: z.string(),
  stateSha256: z.string(),
  outputSha256: z.string().nullable(),
  engine: z.string().nullable(),
  limits: z.object({ timeoutMs: z.number(), memoryMb: z.number() }),
  egress: z.object({
    allowedHosts: z.array(z.string()),
    requests: z.array(z.object({ method: z.string(), host: z.string(), status: z.number().nullable() })),
  }),
  envNames: z.array(z.string()),
})

export const Execution = ExecutionResult.extend({
  sessionId: z.uuid().nullable(),
  rerunOf: z.uuid().nullable(),
  eUID: z.uuid(),
  source: z.string().nullable().describe('Null if the project does not store payloads.'),
  state: openObject().nullable(),
  receipt: Receipt,
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
}).meta({ id: 'SandboxExecution' })
export type Execution = z.output<typeof Execution>

/** An execution as a list shows it: output may have megabytes, and a list of them would be no list. */
export const ExecutionSummary = Execution.pick({
  id: true,
  status: true,
  language: true,
  error: true,
  errorCode: true,
  durationMs: true,
  creditsUsed: true,
  sessionId: true,
  rerunOf: true,
  eUID: true,
  createdAt: true,
  endedAt: true,
})
  .extend({
    sourceStart: z
      .string()
      .nullable()
      .describe('The first 200 characters. Null if the project does not store payloads.'),
  })
  .meta({ id: 'SandboxExecutionSummary' })
export type ExecutionSummary = z.output<typeof ExecutionSummary>

const toOutputResponse = 'The last 2,000 characters. Empty if the project does not store payloads.'

/** The same with the end of what it printed, as someone reads who looks over a session. */
export const SessionExecution = ExecutionSummary.extend({
  stdout: z.string().describe(toOutputResponse),
  stderr: z.string().describe(toOutputResponse),
}).meta({ id: 'SandboxSessionExecution' })
export type SessionExecution = z.output<typeof SessionExecution>

export const HistoryQuery = z.strictObject({
  status: choiceParam(['succeeded', 'failed']).optional(),
  errorCode: choiceParam(errorCodes).optional(),
  language: choiceParam(languages).optional(),
  sessionId: uuidParam().optional(),
  from: timestampParam().optional(),
  to: timestampParam().optional().describe('End time, exclusive.'),
  cursor: textParam(200)
    .optional()
    .describe('`nextCursor` of the previous page; stable while executions are added. Overrides `page`.'),
  ...pageParams,
})
export type HistoryQuery = z.output<typeof HistoryQuery>

export const Rerun = z
  .object({
    verdict: z.enum(['same', 'different']),
    original: z.object({ id: z.uuid(), outputSha256: z.string().nullable() }),
    execution: ExecutionResult,
    outputSha256: z.string(),
    isFreshState: z.boolean().describe('The original ran in a session, the rerun in a new interpreter.'),
  })
  .meta({ id: 'SandboxRerun' })
export type Rerun = z.output<typeof Rerun>

export const ExecutionParams = z.object({ executionId: Uuid })
export const SessionExecutionParams = z.object({ id: Uuid, executionId: Uuid })
export const ExecutionQuery = z.strictObject({ ...pageParams })
export type ExecutionQuery = z.output<typeof ExecutionQuery>
