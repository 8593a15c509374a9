import { z } from 'zod'
import {
  choiceParam,
  openObject,
  pageParams,
  Timestamp,
  textParam,
  Uuid,
} from '../../../kernel/http/shapes.ts'
import { AllowedHosts } from './execution.ts'

export const sessionStatuses = ['creating', 'running', 'paused', 'ended'] as const
export const endedReasons = ['released', 'idle_timeout', 'max_duration', 'error', 'host_restart'] as const
export type EndedReason = (typeof endedReasons)[number]

export const defaultTemplate = 'default'

const ThreadId = z
  .string()
  .min(1)
  .max(200)
  // Written out, because validators of JSON Schema do not all know classes of Unicode.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f]+$/, 'must have no control characters')

/** Names that programs know; values that a database can keep. */
const Env = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be a name such as API_URL'),
    z.string().max(8192),
  )
  .refine((env) => Object.keys(env).length <= 100, 'must have at most 100 names')
  .refine((env) => JSON.stringify(env).length <= 65_536, 'must have at most 64 KiB')

const Metadata = openObject().refine(
  (metadata) => JSON.stringify(metadata).length <= 16_384,
  'must have at most 16 KiB',
)

export const CreateSessionBody = z.strictObject({
  templateId: z.string().min(1).max(100).default(defaultTemplate),
  maxDurationSec: z.int().min(60).max(86_400).default(3600),
  idleTimeoutSec: z.int().min(60).max(86_400).default(900),
  onTimeout: z.enum(['pause', 'kill']).default('pause').describe('What happens when either timeout expires.'),
  network: z.enum(['none', 'allowlist']).default('none'),
  allowedHosts: AllowedHosts.default([]).describe('Hosts that `fetch` may reach with `network=allowlist`.'),
  env: Env.default({}).describe(
    'Available to scripts, stored encrypted, never returned and never in the history.',
  ),
  threadId: ThreadId.optional(),
  workflowId: Uuid.nullish(),
  metadata: Metadata.default({}),
})
export type CreateSessionBody = z.output<typeof CreateSessionBody>

export const ExtendBody = z.strictObject({
  durationSec: z.int().min(60).max(86_400).describe('Measured from now; a session is never shortened.'),
})

export const Session = z
  .object({
    id: z.uuid(),
    status: z.enum(sessionStatuses),
    isolation: z.enum(['wasm', 'process', 'container', 'microvm']),
    templateId: z.string(),
    threadId: z.string(),
    workflowId: z.uuid().nullable(),
    eUID: z.uuid(),
    metadata: openObject(),
    network: z.enum(['none', 'allowlist']),
    allowedHosts: z.array(z.string()),
    envNames: z.array(z.string()),
    onTimeout: z.enum(['pause', 'kill']),
    idleTimeoutSec: z.number(),
    maxDurationSec: z.number(),
    limits: z.object({ cpuMs: z.number(), memoryMb: z.number(), diskMb: z.number() }),
    executionCount: z.number(),
    creditsUsed: z.number(),
    createdAt: Timestamp,
    lastActivityAt: Timestamp,
    expiresAt: Timestamp.nullable().describe('Null while it is paused.'),
    pausedAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    endedReason: z.enum(endedReasons).nullable(),
  })
  .meta({ id: 'SandboxSession' })
export type Session = z.output<typeof Session>

export const SessionQuery = z.strictObject({
  status: choiceParam(sessionStatuses).optional(),
  threadId: textParam(200).optional(),
  ...pageParams,
})
export type SessionQuery = z.output<typeof SessionQuery>

export const ThreadParams = z.object({ threadId: ThreadId })

export const ThreadPower = z
  .object({
    threadId: z.string(),
    power: z.enum(['off', 'on', 'paused']),
    session: Session.nullable(),
  })
  .meta({ id: 'SandboxThread' })
export type ThreadPower = z.output<typeof ThreadPower>
