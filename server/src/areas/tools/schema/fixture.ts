import { z } from 'zod'
import { pageParams, Timestamp, textParam, Uuid } from '../../../kernel/http/shapes.ts'

export const verdicts = ['same', 'changed', 'failed'] as const

export const Fixture = z
  .object({
    id: z.uuid(),
    name: z.string(),
    toolSlug: z.string(),
    version: z.string(),
    logId: z.uuid(),
    connectedAccountId: z.string().nullable(),
    arguments: z.unknown(),
    outcome: z.object({ successful: z.boolean(), data: z.unknown(), errorCode: z.string().nullable() }),
    ignoredPaths: z.array(z.string()),
    lastVerdict: z.enum(verdicts).nullable(),
    lastReplayedAt: Timestamp.nullable(),
    eUID: z.uuid(),
    createdAt: Timestamp,
  })
  .meta({ id: 'ToolFixture' })
export type Fixture = z.output<typeof Fixture>

const IgnoredPaths = z
  .array(z.string().max(500).regex(/^\//, 'must be a JSON pointer such as /updatedAt'))
  .max(100)
  .describe(
    'JSON paths of the result that differ on every call; they are ignored with everything below them.',
  )

export const CreateFixtureBody = z.strictObject({
  logId: Uuid,
  name: z.string().trim().min(1).max(200).optional(),
  ignoredPaths: IgnoredPaths.default([]),
})
export type CreateFixtureBody = z.output<typeof CreateFixtureBody>

export const FixtureQuery = z.strictObject({ toolSlug: textParam(100).optional(), ...pageParams })
export type FixtureQuery = z.output<typeof FixtureQuery>

const replay = {
  mode: z
    .enum(['auto', 'execute', 'schema'])
    .default('auto')
    .describe(
      '`execute` calls the tool again. `schema` only validates arguments and result against the current schemas. `auto` executes read-only tools.',
    ),
  compare: z
    .enum(['shape', 'value'])
    .default('shape')
    .describe('`shape` ignores different values of the same type.'),
  version: z.string().max(50).optional().describe('A specific version, to test an upgrade.'),
}
export const ReplayBody = z.strictObject(replay)
export type ReplayBody = z.output<typeof ReplayBody>
export const ReplayAllBody = z.strictObject({ toolSlug: z.string().min(1).max(100), ...replay })
export type ReplayAllBody = z.output<typeof ReplayAllBody>

export const Replay = z
  .object({
    fixtureId: z.uuid(),
    name: z.string(),
    toolSlug: z.string(),
    verdict: z.enum(verdicts),
    mode: z.enum(['execute', 'schema']),
    fromVersion: z.string(),
    toVersion: z.string().nullable(),
    changes: z.array(
      z.object({
        path: z.string(),
        kind: z.enum(['added', 'removed', 'changed', 'type']),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    faults: z.array(z.string()).describe('Parts of the saved call that no longer match the tool.'),
    logId: z.uuid().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'ToolReplay' })
export type Replay = z.output<typeof Replay>

export const ReplayReport = z
  .object({ total: z.int(), same: z.int(), changed: z.int(), failed: z.int(), replays: z.array(Replay) })
  .meta({ id: 'ToolReplayReport' })
export type ReplayReport = z.output<typeof ReplayReport>
