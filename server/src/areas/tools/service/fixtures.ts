import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { exportUserRows } from '../../../kernel/user-rows.ts'
import type { Audit } from '../../audit/index.ts'
import type {
  CreateFixtureBody,
  Fixture,
  FixtureQuery,
  Replay,
  ReplayAllBody,
  ReplayBody,
  ReplayReport,
} from '../schema/fixture.ts'
import {
  deleteFixture,
  eraseFixturesOf,
  type FixtureRow,
  findFixture,
  insertFixture,
  listFixtures,
  listFixturesOf,
  moveFixtures,
  noteReplay,
} from '../store/fixture.ts'
import type { Logs } from './logs.ts'
import type { Replayer } from './replay.ts'

export type FixtureDeps = { db: Db; clock: Clock; newId: NewId; audit: Audit; logs: Logs; replay: Replayer }

const most = 1_000
const replayBatchSize = 100

/** Executions stored as examples: they show what has changed when the tool, its version or its service does. */
export function createFixtures({ db, clock, newId, audit, logs, replay }: FixtureDeps) {
  async function get(scope: Scope, id: string): Promise<FixtureRow> {
    const row = await findFixture(db, scope, id)
    if (!row) throw new AppError('tool_fixture_not_found', 'Fixture not found')
    return row
  }

  async function replayOne(
    scope: Scope,
    row: FixtureRow,
    body: ReplayBody,
    signal: AbortSignal,
  ): Promise<Replay> {
    const owner = {
      ...scope,
      externalUser: { id: row.eUID, name: scope.externalUser.id === row.eUID ? scope.externalUser.name : '' },
    }
    const outcome = await replay(owner, toFixture(row), body, signal)
    await noteReplay(db, scope, row.id, outcome.verdict, clock.now())
    return outcome
  }

  return {
    async create(scope: Scope, { logId, name, ignoredPaths }: CreateFixtureBody): Promise<Fixture> {
      const log = await logs.find(scope, logId)
      if (log.status === 'running' || log.arguments === null || log.isTruncated)
        throw new AppError(
          'invalid_state',
          'Only a finished execution with stored payloads can become a fixture',
          {
            hint: 'Enable payload storage of the project; results that became a file cannot be used.',
          },
        )
      const { id: _, toolSlug, version, connectedAccountId, userId } = log
      const id = newId()
      await db.tx(async (tx) => {
        const outcome = `{"successful":${log.status === 'succeeded'},"data":${log.result ?? 'null'},"errorCode":${JSON.stringify(log.errorCode)}}`
        const row = {
          id,
          name: name ?? `${toolSlug} ${log.createdAt.slice(0, 16)}`,
          toolSlug,
          version,
          logId,
          connectedAccountId,
          ignoredPaths,
          eUID: userId,
          arguments: log.arguments!,
          outcome,
        }
        if (!(await insertFixture(tx, scope, row, clock.now(), most)))
          throw new AppError('tool_limit_reached', `A project can have at most ${most} fixtures`, {
            hint: 'Delete unused ones.',
          })
        await audit.record(tx, scope, {
          action: 'tool_fixture.created',
          targetType: 'tool_fixture',
          targetId: id,
          details: { toolSlug },
        })
      })
      return toFixture(await get(scope, id))
    },
    get: async (scope: Scope, id: string): Promise<Fixture> => toFixture(await get(scope, id)),
    async list(scope: Scope, query: FixtureQuery): Promise<Page<Fixture>> {
      const page = await listFixtures(db, scope, query)
      return { ...page, items: page.items.map(toFixture) }
    },
    remove: (scope: Scope, id: string): Promise<void> =>
      db.tx(async (tx) => {
        if (!(await deleteFixture(tx, scope, id)))
          throw new AppError('tool_fixture_not_found', 'Fixture not found')
        await audit.record(tx, scope, {
          action: 'tool_fixture.deleted',
          targetType: 'tool_fixture',
          targetId: id,
        })
      }),
    replay: async (scope: Scope, id: string, body: ReplayBody, signal: AbortSignal): Promise<Replay> =>
      replayOne(scope, await get(scope, id), body, signal),
    /** The newest of a tool, one after the other, so that a service is not overrun. */
    async replayAll(
      scope: Scope,
      { toolSlug, ...body }: ReplayAllBody,
      signal: AbortSignal,
    ): Promise<ReplayReport> {
      const { items } = await listFixtures(db, scope, { toolSlug, page: 1, limit: replayBatchSize })
      const replays: Replay[] = []
      for (const row of items) {
        if (signal.aborted) break
        replays.push(await replayOne(scope, row, body, signal))
      }
      const count = (verdict: Replay['verdict']) => replays.filter((each) => each.verdict === verdict).length
      return {
        total: replays.length,
        same: count('same'),
        changed: count('changed'),
        failed: count('failed'),
        replays,
      }
    },
  }
}

export type Fixtures = ReturnType<typeof createFixtures>

const toFixture = (row: FixtureRow): Fixture => ({
  ...row,
  arguments: JSON.parse(row.arguments) as unknown,
  outcome: JSON.parse(row.outcome) as Fixture['outcome'],
})

export const fixtureUserData = {
  countedAs: null,
  permission: 'tools:read',
  erase: eraseFixturesOf,
  move: moveFixtures,
  export: exportUserRows('tool_fixture', listFixturesOf, toFixture),
} as const
