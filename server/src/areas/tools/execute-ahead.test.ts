import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { rowsRefused, statementsOf } from '../../kernel/runs/deferred-rows.ts'
import type { AheadExecution } from './index.ts'
import { ExecuteBody } from './schema/execution.ts'

const app = await startTestApp()
after(app.stop)
const { tools, usage } = app.app

const signal = new AbortController().signal
const calculate = { arguments: { expression: '6 * 7' } }

const ahead = async (
  project: TestProject,
  slug: string,
  call: object,
  origin = {},
): Promise<AheadExecution> => {
  const done = await tools.executeAhead(project.scope, slug, call, origin)
  assert.ok(done, `${slug} is executed ahead`)
  return done
}
/** As a run does it: one round trip, and what is refused is said to be. */
async function commit(all: readonly AheadExecution[]): Promise<boolean> {
  const batches = all.map(({ rows }) => rows)
  if (await app.db.tryInOneRoundTrip(statementsOf(batches))) return true
  rowsRefused(batches)
  return false
}
const logOf = (logId: string | null) =>
  app.db.rows(sql`
    select tool_slug, toolkit_slug, version, kind, status, error_code, error, arguments, result, keeps_payloads, tries,
           run_id, held_micro, charged_micro, ended_at is not null as is_ended
    from tool_execution where id = ${logId}`)
const entryOf = (logId: string | null) =>
  app.db.rows(sql`
    select type, entry_type, status, delta_micro, used_micro, balance_after_micro, usd_cost, external_user_id, run_id,
           tool_slug, quantity, metadata
    from usage_entry where work_id = ${`tool:${logId}`}`)
const isClean = async ({ scope }: TestProject) => (await usage.reconcile(scope)).isClean

describe('a tool that only computes', () => {
  const cases: [what: string, slug: string, call: object][] = [
    ['succeeds', 'math_calculate', calculate],
    ['fails', 'math_calculate', { arguments: { expression: '1 / 0' } }],
    ['takes a single text', 'text_slugify', { text: 'Hello World' }],
  ]
  for (const [what, slug, call] of cases)
    test(`${what}: the same result, log row and charge as without it`, async () => {
      const project = await app.newProject()
      await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 100, reason: 'test' })
      const runId = randomUUID()
      const before = await ahead(project, slug, call, { runId })
      assert.deepEqual(await logOf(before.result.logId), [])
      assert.ok(await commit([before]))
      const plain = await tools.execute(project.scope, slug, ExecuteBody.parse(call), { signal, runId })
      const shape = ({ logId, durationMs, ...rest }: typeof plain) => rest
      assert.deepEqual(shape(before.result), shape(plain))
      assert.deepEqual(await logOf(before.result.logId), await logOf(plain.logId))
      const [own, other] = [await entryOf(before.result.logId), await entryOf(plain.logId)] as Record<
        string,
        unknown
      >[][]
      assert.equal(own!.length, 1)
      const price = Number(plain.creditsCharged) * 1_000_000
      const left = 100_000_000 - price
      assert.deepEqual([own![0]!.balance_after_micro, other![0]!.balance_after_micro], [left, left - price])
      assert.deepEqual({ ...own![0], balance_after_micro: 0 }, { ...other![0], balance_after_micro: 0 })
      assert.ok(await isClean(project))
    })

  test('forty calls are as many statements as one', async () => {
    const project = await app.newProject()
    const one = await ahead(project, 'math_calculate', calculate)
    const many = await Promise.all(
      Array.from({ length: 40 }, () => ahead(project, 'math_calculate', calculate)),
    )
    const countOf = (all: AheadExecution[]) => statementsOf(all.map(({ rows }) => rows)).length
    assert.equal(countOf(many), countOf([one]))
    assert.ok(await commit(many))
    for (const { result } of many) assert.equal((await entryOf(result.logId)).length, 1)
    assert.ok(await isClean(project))
  })

  test('refuses wrong arguments as ever, and writes no payloads where the project stores none', async () => {
    const project = await app.newProject()
    await assert.rejects(tools.executeAhead(project.scope, 'math_calculate', { arguments: { x: 1 } }, {}), {
      code: 'tool_arguments_invalid',
    })
    const settings = await project.admin.patch('/api/v1/project', { storePayloads: false })
    assert.equal(settings.status, 200, settings.text)
    const done = await ahead(project, 'math_calculate', calculate)
    assert.ok(await commit([done]))
    const [row] = (await logOf(done.result.logId)) as { arguments: unknown; result: unknown }[]
    assert.deepEqual([row!.arguments, row!.result], [null, null])
  })

  test('is left to execute where it is large, another version, or not computing alone', async () => {
    const { scope } = await app.newProject()
    for (const [slug, call] of [
      ['text_slugify', { text: 'x'.repeat(50_000) }],
      ['math_calculate', { ...calculate, version: '9.9.9' }],
      ['table_query', { arguments: {} }],
      ['no_such', {}],
    ] as const)
      assert.equal(await tools.executeAhead(scope, slug, call, {}), null, slug)
  })
})

describe('at the commit it is refused, and nothing is left,', () => {
  const decisions: [string, (project: TestProject) => Promise<unknown>, string][] = [
    [
      'when the tool was disabled',
      ({ admin }) => admin.patch('/api/v1/tools/byId/math_calculate/status', { isDisabled: true }),
      'tool_disabled',
    ],
    [
      'when its toolkit was disabled',
      ({ admin }) => admin.patch('/api/v1/toolkits/byId/math/status', { isDisabled: true }),
      'tool_disabled',
    ],
    [
      'when there are no credits',
      async (project) =>
        (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 0.000001, reason: 'little' }),
      'insufficient_credits',
    ],
    [
      'under a cap',
      ({ admin }) => admin.post('/api/v1/usage/caps', { scope: 'project', period: 'day', credits: 0.000001 }),
      'budget_exceeded',
    ],
  ]
  for (const [why, decide, code] of decisions)
    test(`${why}; execute says why`, async () => {
      const project = await app.newProject()
      const done = await ahead(project, 'math_calculate', calculate)
      const decided = (await decide(project)) as { status: number; text: string }
      assert.equal(decided.status, 200, decided.text)
      assert.equal(await commit([done]), false)
      assert.deepEqual(await logOf(done.result.logId), [])
      assert.deepEqual(await entryOf(done.result.logId), [])
      await assert.rejects(
        tools.execute(project.scope, 'math_calculate', ExecuteBody.parse(calculate), { signal }),
        { code },
      )
    })

  test('when its price was changed, and the next one costs that', async () => {
    const project = await app.newProject()
    const done = await ahead(project, 'math_calculate', calculate)
    const changed = await project.admin.patch('/api/v1/tools/byId/math_calculate', { executionCreditCost: 5 })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(await commit([done]), false)
    app.clock.advance(31_000)
    const next = await ahead(project, 'math_calculate', calculate)
    assert.equal(next.result.creditsCharged, 5)
    assert.ok(await commit([next]))
    assert.ok(await isClean(project))
  })

  test('when its end user was erased meanwhile', async () => {
    const project = await app.newProject()
    const made = await project.admin.post('/api/v1/external-users', { name: 'alice' })
    const externalUser = { id: made.body.data.id as string, name: 'alice' }
    const alice = { ...project, scope: { ...project.scope, externalUser } }
    const done = await ahead(alice, 'math_calculate', calculate)
    const erased = await project.admin.delete(`/api/v1/external-users/${externalUser.id}`)
    assert.equal(erased.status, 200, erased.text)
    assert.equal(await commit([done]), false)
    assert.deepEqual(await logOf(done.result.logId), [])
  })
})
