import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Subject, Work } from './index.ts'

const app = await startTestApp()
after(() => app.stop())
const { usage } = app.app
const path = '/api/v1/usage'
const credit = 1_000_000

const grant = async (project: TestProject, credits: number, rest: object = {}) => {
  const { status, body } = await (await app.operatorOf(project)).post(`${path}/grants`, {
    credits,
    reason: 'test',
    ...rest,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}
const balanceOf = async (project: TestProject) => (await project.member.get(`${path}/balance`)).body.data
const charge = (project: TestProject, credits: number, rest: Partial<Work> = {}, scope = project.scope) =>
  app.db.tx((tx) =>
    usage.charge(tx, scope, {
      workId: randomUUID(),
      type: 'tool',
      microCredits: Math.round(credits * credit),
      ...rest,
    }),
  )
const hold = (project: TestProject, workId: string, credits: number, subject: Subject = {}) =>
  usage.hold(app.db, project.scope, { workId, type: 'tool', microCredits: credits * credit, subject })
const settle = (project: TestProject, workId: string, credits: number) =>
  app.db.tx((tx) => usage.settle(tx, project.scope, workId, { microCredits: credits * credit }))
type Refused = { code: string; needed?: number; available?: number; capId?: string; action?: string }
const refusal = async (work: Promise<unknown>): Promise<Refused> => {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (thrown: { code: string; extras: { facts: Record<string, unknown> } }) => thrown,
  )
  return { code: error.code, ...error.extras.facts }
}
const eventsOf = async (project: TestProject, type: string) =>
  app.db.rows<{ data: Record<string, unknown> }>(
    sql`select data from event where project_id = ${project.id} and type = ${type} order by created_at`,
  )
const asKey = ({ scope, adminKeyId }: TestProject): Scope => ({
  ...scope,
  actor: { kind: 'key', keyId: adminKeyId, accountId: null },
})

describe('GET /usage/balance', () => {
  test('200: unlimited until the first grant', async () => {
    const project = await app.newProject()
    await charge(project, 5)
    assert.deepEqual(await balanceOf(project), {
      balance: null,
      unlimited: true,
      currency: 'credits',
      held: 0,
      available: null,
      lowBalance: false,
      lowBalanceAt: null,
      monthlyGrant: null,
      renewsAt: null,
    })
    await grant(project, 100)
    const limited = await balanceOf(project)
    assert.deepEqual([limited.balance, limited.unlimited, limited.lowBalanceAt], [100, false, 10])
  })
})

describe('POST /usage/grants', () => {
  test('200: adds up exactly, and is in the ledger and in the audit log', async () => {
    const project = await app.newProject()
    await grant(project, 0.1)
    await grant(project, 0.2)
    const { balance } = await grant(project, 1234567.000001)
    assert.equal(balance, 1234567.300001)
    const { body } = await project.admin.get(`${path}?type=grant`)
    assert.deepEqual(
      body.data.map(({ delta, balanceAfter, entryType }: Record<string, unknown>) => [
        delta,
        balanceAfter,
        entryType,
      ]),
      [
        [1234567.000001, 1234567.300001, 'credit'],
        [0.2, 0.3, 'credit'],
        [0.1, 0.1, 'credit'],
      ],
    )
    const log = await project.admin.get('/api/v1/audit-log?action=usage.granted')
    assert.equal(log.body.total, 3)
  })

  for (const [what, body] of Object.entries({
    'no reason': { credits: 1 },
    nothing: { credits: 0, reason: 'x' },
    negative: { credits: -1, reason: 'x' },
    'seven decimals': { credits: 0.0000001, reason: 'x' },
    'too many decimals': { credits: 1.0000001, reason: 'x' },
    'more than a balance holds': { credits: 4_000_000_001, reason: 'x' },
    text: { credits: '5', reason: 'x' },
    'an unknown rhythm': { credits: 5, reason: 'x', renews: 'weekly' },
  })) {
    test(`400: ${what}`, async () => {
      const project = await app.newProject()
      assert.equal((await (await app.operatorOf(project)).post(`${path}/grants`, body)).status, 400)
      assert.equal((await balanceOf(project)).unlimited, true)
    })
  }

  test('400 for 1e309 and for a sum beyond the largest balance', async () => {
    const project = await app.newProject()
    const huge = await (await app.operatorOf(project)).post(
      `${path}/grants`,
      '{"credits":1e309,"reason":"x"}',
    )
    assert.equal(huge.status, 400)
    await grant(project, 4_000_000_000)
    const response = await (await app.operatorOf(project)).post(`${path}/grants`, {
      credits: 0.000001,
      reason: 'x',
    })
    assert.equal(response.status, 400)
    assert.equal((await balanceOf(project)).balance, 4_000_000_000)
  })

  test('monthly: once for every month that begins, no matter who sweeps', async () => {
    const project = await app.newProject()
    const { renewsAt, monthlyGrant } = await grant(project, 30, { renews: 'monthly' })
    assert.equal(monthlyGrant, 30)
    const now = app.clock.now()
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    assert.equal(renewsAt, first.toISOString())
    app.clock.advance(first.getTime() - now.getTime() + 32 * 86_400_000)
    await Promise.all([usage.sweep(), usage.sweep(), usage.sweep()])
    const { balance, renewsAt: next } = await balanceOf(project)
    assert.equal(balance, 90, 'the month that began, and the one after')
    assert.equal(next, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1)).toISOString())
    await grant(project, 0, { renews: 'never' })
    assert.equal((await balanceOf(project)).monthlyGrant, null)
  })

  test('409: ending a monthly grant where there is none does not end the unlimited balance', async () => {
    const project = await app.newProject()
    const body = { credits: 0, renews: 'never', reason: 'x' }
    const { status, body: refused } = await (await app.operatorOf(project)).post(`${path}/grants`, body)
    assert.deepEqual([status, refused.error.code], [409, 'invalid_state'])
    assert.equal((await balanceOf(project)).unlimited, true)
  })
})

describe('POST /usage/adjustments', () => {
  test('200 down to what is available, 402 below', async () => {
    const project = await app.newProject()
    await grant(project, 10)
    await hold(project, 'held', 4)
    const down = await (await app.operatorOf(project)).post(`${path}/adjustments`, {
      credits: -6,
      reason: 'x',
    })
    assert.deepEqual([down.status, down.body.data.balance, down.body.data.available], [200, 4, 0])
    const { status, body } = await (await app.operatorOf(project)).post(`${path}/adjustments`, {
      credits: -0.5,
      reason: 'x',
    })
    assert.deepEqual(
      [status, body.error.code, body.error.needed, body.error.available],
      [402, 'insufficient_credits', 0.5, 0],
    )
    assert.equal((await usage.reconcile(project.scope)).isClean, true)
  })

  test('200: what is given back for an execution is used less, and plain corrections are no use', async () => {
    const project = await app.newProject()
    const executionId = randomUUID()
    await charge(project, 5, { subject: { executionId } })
    await (await app.operatorOf(project)).post(`${path}/adjustments`, {
      credits: 2,
      reason: 'half broken',
      executionId,
    })
    await (await app.operatorOf(project)).post(`${path}/adjustments`, { credits: 7, reason: 'a gift' })
    const { body } = await project.admin.get(`${path}/executions/${executionId}`)
    assert.deepEqual([body.data.credits, body.data.entries], [3, 2])
    assert.equal((await project.admin.get(`${path}/summary`)).body.data.credits, 3)
  })

  test('400 for more than a balance can be', async () => {
    const project = await app.newProject()
    await grant(project, 4_000_000_000)
    await hold(project, 'held', 5)
    const { status, body } = await (await app.operatorOf(project)).post(`${path}/adjustments`, {
      credits: 1,
      reason: 'x',
    })
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'])
    assert.equal((await balanceOf(project)).balance, 4_000_000_000)
  })

  test('400 for nothing', async () => {
    const project = await app.newProject()
    assert.equal(
      (await (await app.operatorOf(project)).post(`${path}/adjustments`, { credits: 0, reason: 'x' })).status,
      400,
    )
  })
})

describe('holding and settling', () => {
  test('402 with what is needed and what there is, and nothing is written', async () => {
    const project = await app.newProject()
    await grant(project, 10)
    await hold(project, 'one', 6)
    assert.deepEqual(await refusal(hold(project, 'two', 6)), {
      code: 'insufficient_credits',
      needed: 6,
      available: 4,
    })
    assert.deepEqual(await refusal(charge(project, 4.000001)), {
      code: 'insufficient_credits',
      needed: 4.000001,
      available: 4,
    })
    const { balance, held, available } = await balanceOf(project)
    assert.deepEqual([balance, held, available], [10, 6, 4])
  })

  test('a settle charges once, no matter who repeats it', async () => {
    const project = await app.newProject()
    await grant(project, 10)
    await hold(project, 'once', 5)
    const [first, second] = await Promise.all([settle(project, 'once', 3), settle(project, 'once', 3)])
    assert.deepEqual([first.entryId, first.chargedMicroCredits], [second.entryId, 3 * credit])
    assert.deepEqual([first.isRepeat, second.isRepeat].sort(), [false, true])
    assert.equal((await settle(project, 'once', 5)).chargedMicroCredits, 3 * credit)
    const { balance, held } = await balanceOf(project)
    assert.deepEqual([balance, held], [7, 0])
    assert.equal((await refusal(hold(project, 'once', 1))).code, 'invalid_state')
  })

  test('a tenth above the hold passes, more needs a second hold', async () => {
    const project = await app.newProject()
    await grant(project, 100)
    await hold(project, 'dear', 10)
    assert.equal((await refusal(settle(project, 'dear', 12))).code, 'hold_exceeded')
    await hold(project, 'dear', 12)
    assert.equal((await balanceOf(project)).held, 12)
    assert.equal((await settle(project, 'dear', 13)).chargedMicroCredits, 13 * credit)
    assert.equal((await balanceOf(project)).balance, 87)
  })

  test('what the balance lacks for the tenth is not charged, and the entry says so', async () => {
    const project = await app.newProject()
    await grant(project, 10)
    await hold(project, 'all', 10)
    const settled = await settle(project, 'all', 11)
    assert.deepEqual([settled.chargedMicroCredits, settled.shortfallMicroCredits], [10 * credit, 1 * credit])
    const { body } = await project.admin.get(`${path}?type=tool`)
    assert.equal(body.data[0].metadata.shortfallCredits, 1)
    assert.equal((await balanceOf(project)).balance, 0)
  })

  test('an expired hold is released with a flag, and its work can still be paid', async () => {
    const project = await app.newProject()
    await grant(project, 10)
    await hold(project, 'slow', 4)
    app.clock.advance(61 * 60_000)
    await usage.sweep()
    assert.equal((await balanceOf(project)).held, 0)
    const released = (await project.admin.get(`${path}?type=tool`)).body.data
    assert.deepEqual(
      released.map(({ status, delta, metadata }: Record<string, unknown>) => [status, delta, metadata]),
      [['released', 0, { expired: true }]],
    )
    await hold(project, 'other', 8)
    const late = await settle(project, 'slow', 4)
    assert.deepEqual([late.chargedMicroCredits, late.shortfallMicroCredits], [2 * credit, 2 * credit])
    assert.equal((await settle(project, 'slow', 4)).isRepeat, true)
  })

  test('a release gives back and stays the last word', async () => {
    const project = await app.newProject()
    await grant(project, 10)
    await hold(project, 'given up', 4)
    const release = () => app.db.tx((tx) => usage.release(tx, project.scope, 'given up', 'failed'))
    assert.equal((await release())!.status, 'released')
    assert.equal((await release())!.isRepeat, true)
    assert.equal((await settle(project, 'given up', 4)).status, 'released')
    assert.equal((await balanceOf(project)).available, 10)
    assert.equal(await app.db.tx((tx) => usage.release(tx, project.scope, 'never', 'x')), null)
    assert.equal((await refusal(settle(project, 'never', 1))).code, 'invalid_state')
  })

  test('a rolled back transaction charges nothing', async () => {
    const project = await app.newProject()
    await grant(project, 10)
    const work = { workId: 'undone', type: 'tool', microCredits: credit } as const
    await assert.rejects(
      app.db.tx(async (tx) => {
        await usage.charge(tx, project.scope, work)
        throw new Error('the work failed')
      }),
    )
    assert.equal((await balanceOf(project)).balance, 10)
  })

  test('amounts that are none are refused', async () => {
    const project = await app.newProject()
    for (const microCredits of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 4_000_000_000_000_001])
      await assert.rejects(
        usage.hold(app.db, project.scope, { workId: 'odd', type: 'tool', microCredits }),
        RangeError,
      )
  })

  test('entries cannot be changed or removed', async () => {
    const project = await app.newProject()
    await charge(project, 1)
    for (const statement of [
      sql`update usage_entry set used_micro = 0`,
      sql`delete from usage_entry`,
      sql`truncate usage_entry`,
    ])
      await assert.rejects(app.db.rows(statement), /never changed or removed/)
  })

  test('a low balance is published once, and again after credits came in', async () => {
    const project = await app.newProject()
    await grant(project, 100)
    await hold(project, 'low', 95)
    await settle(project, 'low', 85)
    await charge(project, 6)
    await charge(project, 1)
    assert.equal((await eventsOf(project, 'usage.low_balance')).length, 1)
    await grant(project, 100)
    await charge(project, 99)
    const reported = await eventsOf(project, 'usage.low_balance')
    assert.deepEqual(reported[1]!.data, { balance: 9, available: 9, lowBalanceAt: 10 })
    assert.equal((await balanceOf(project)).lowBalance, true)
  })
})

describe('GET /usage', () => {
  test('filters, pages and cursors', async () => {
    const project = await app.newProject()
    const [executionId, workflowId] = [randomUUID(), randomUUID()]
    await charge(project, 1, { subject: { executionId, workflowId, threadId: 't1', toolSlug: 'a' } })
    await charge(project, 2, { type: 'ai_model', subject: { modelId: 'local/demo', threadId: 't1' } })
    await charge(project, 3, { subject: { toolSlug: 'b' } }, asKey(project))
    const credits = async (query: string) => {
      const { status, body } = await project.member.get(`${path}?sortOrder=asc&${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return [...body.data.map((row: { creditAmount: number }) => row.creditAmount), body.total]
    }
    assert.deepEqual(await credits(''), [1, 2, 3, 3])
    assert.deepEqual(await credits(`executionId=${executionId}`), [1, 1])
    assert.deepEqual(await credits(`workflowId=${workflowId}`), [1, 1])
    assert.deepEqual(await credits('threadId=t1'), [1, 2, 2])
    assert.deepEqual(await credits('type=ai_model'), [2, 1])
    assert.deepEqual(await credits('model=local/demo'), [2, 1])
    assert.deepEqual(await credits('modelId=local/demo'), [2, 1])
    assert.deepEqual(await credits('toolSlug=b'), [3, 1])
    assert.deepEqual(await credits(`apiKeyId=${project.adminKeyId}`), [3, 1])
    assert.deepEqual(await credits(`eUID=${project.id}`), [1, 2, 3, 3])
    assert.deepEqual(await credits(`eUID=${randomUUID()}`), [0])
    assert.deepEqual(await credits('entryType=credit'), [0])
    assert.deepEqual(await credits('to=2020-01-01'), [0])
    assert.deepEqual(await credits('page=2&limit=2'), [3, 3])
    assert.deepEqual(await credits(`projectId=${project.id}`), [1, 2, 3, 3])
    assert.equal((await project.member.get(`${path}?projectId=${randomUUID()}`)).status, 404)
    assert.equal((await project.member.get(`${path}?from=2026-01-02&to=2026-01-01`)).status, 400)
    for (const text of [
      'none',
      `+275760-09-13T00:00:00.000Z ${randomUUID()}`,
      `2026-01-01 ${randomUUID()}`,
    ]) {
      const cursor = Buffer.from(text).toString('base64url')
      assert.equal((await project.member.get(`${path}?cursor=${cursor}`)).status, 400, text)
    }
  })

  test('a cursor passes over nothing while entries are added', async () => {
    const project = await app.newProject()
    for (let i = 0; i < 5; i++) await charge(project, i)
    const seen: number[] = []
    let cursor = ''
    for (let i = 0; i < 10; i++) {
      const { body } = await project.admin.get(`${path}?limit=2${cursor}`)
      seen.push(...body.data.map((row: { creditAmount: number }) => row.creditAmount))
      if (body.nextCursor === null) break
      cursor = `&cursor=${body.nextCursor}`
      await charge(project, 100 + i)
    }
    assert.deepEqual(seen, [4, 3, 2, 1, 0])
  })

  test('groups and the summary are exact before and after rolling up', async () => {
    const project = await app.newProject()
    for (let i = 1; i <= 4; i++)
      await charge(project, i, {
        type: i % 2 === 0 ? 'ai_model' : 'tool',
        subject: i % 2 === 0 ? { modelId: `m${i}` } : { toolSlug: 'a' },
      })
    await grant(project, 50)
    const day = app.clock.now().toISOString().slice(0, 10)
    const from = new Date(app.clock.now().getTime() - 60_000).toISOString()
    const check = async (range: string) => {
      const groups = async (by: string) =>
        (await project.admin.get(`${path}?groupBy=${by}${range}`)).body.data.map(
          ({ group, credits, entries }: Record<string, unknown>) => [group, credits, entries],
        )
      assert.deepEqual(await groups('type'), [
        ['ai_model', 6, 2],
        ['tool', 4, 2],
      ])
      assert.deepEqual(await groups('model'), [
        ['m4', 4, 1],
        [null, 4, 2],
        ['m2', 2, 1],
      ])
      assert.deepEqual(await groups('tool'), [
        [null, 6, 2],
        ['a', 4, 2],
      ])
      assert.deepEqual(await groups('eUID'), [[project.id, 10, 4]])
      assert.deepEqual(await groups('day'), [[day, 10, 4]])
      const { data } = (await project.member.get(`${path}/summary?interval=day${range}`)).body
      assert.deepEqual([data.credits, data.entries, data.usdCost], [10, 4, 0.01])
      assert.deepEqual(data.series.at(-1), {
        from: `${day}T00:00:00.000Z`,
        credits: 10,
        usdCost: 0.01,
        entries: 4,
      })
      const ofUser = (await project.member.get(`${path}/summary?eUID=${project.id}${range}`)).body.data
      assert.deepEqual([ofUser.credits, ofUser.entries], [10, 4])
    }
    for (const range of ['', `&from=${from}`]) await check(range)
    await usage.sweep()
    for (const range of ['', `&from=${from}`]) await check(range)
    assert.equal((await project.admin.get(path)).body.total, 5)
    const tooLong = await project.admin.get(`${path}/summary?from=2020-01-01&to=2026-01-01`)
    assert.equal(tooLong.status, 400)
  })

  test('csv streams everything that matches, and no cell is a formula', async () => {
    const project = await app.newProject()
    for (let i = 0; i < 3; i++) await charge(project, 1, { subject: { toolSlug: '=cmd("x")' } })
    const response = await project.member.get(`${path}?format=csv&limit=1&type=tool`)
    assert.equal(response.status, 200)
    assert.match(String(response.headers['content-type']), /^text\/csv/)
    const lines = response.text.trimEnd().split('\r\n')
    assert.equal(lines.length, 4)
    assert.match(lines[0]!, /^id,createdAt,type,/)
    assert.ok(lines[1]!.includes(`"'=cmd(""x"")"`))
    assert.equal((await project.member.get(`${path}?format=csv&groupBy=day`)).status, 400)
  })

  test('groups are sorted by their sums, the largest first, whatever their texts', async () => {
    const project = await app.newProject()
    for (const [toolSlug, credits] of [
      ['small', 9],
      ['large', 120],
      ['middle', 35],
    ] as const)
      await charge(project, credits, { subject: { toolSlug } })
    const namesIn = async (order: string) =>
      (await project.member.get(`${path}?groupBy=tool&sortOrder=${order}`)).body.data.map(
        ({ group }: { group: string }) => group,
      )
    assert.deepEqual(await namesIn('DESC'), ['large', 'middle', 'small'])
    assert.deepEqual(await namesIn('ASC'), ['small', 'middle', 'large'])
  })

  test('fields choose among those of entries and of groups', async () => {
    const project = await app.newProject()
    await charge(project, 1)
    assert.deepEqual((await project.admin.get(`${path}?fields=delta`)).body.data, [{ delta: -1 }])
    assert.equal((await project.admin.get(`${path}?fields=secret`)).status, 400)
  })
})

describe('GET /usage/executions and /usage/threads', () => {
  test('200 with what is held, 404 for what used nothing', async () => {
    const project = await app.newProject()
    const executionId = randomUUID()
    await charge(project, 2, { subject: { executionId, threadId: 'talk' } })
    await hold(project, 'next', 3, { executionId, threadId: 'talk' })
    for (const what of [`executions/${executionId}`, 'threads/talk']) {
      const { body } = await project.member.get(`${path}/${what}`)
      assert.deepEqual([body.data.credits, body.data.held, body.data.usdCost], [2, 3, 0.002])
      assert.deepEqual(body.data.breakdown, [{ type: 'tool', credits: 2, usdCost: 0.002, entries: 1 }])
    }
    assert.equal((await project.member.get(`${path}/executions/${randomUUID()}`)).status, 404)
    assert.equal((await project.member.get(`${path}/threads/silence`)).status, 404)
  })
})

describe('GET /usage/holds and /usage/prices', () => {
  test('200: open reservations, oldest first', async () => {
    const project = await app.newProject()
    await hold(project, 'first', 1)
    await hold(project, 'second', 2)
    const { body } = await project.member.get(`${path}/holds`)
    assert.deepEqual(
      body.data.map(({ workId, credits, isExpired }: Record<string, unknown>) => [
        workId,
        credits,
        isExpired,
      ]),
      [
        ['first', 1, false],
        ['second', 2, false],
      ],
    )
    assert.equal((await project.member.get(`${path}/holds?minAgeSeconds=3600`)).body.total, 0)
    assert.equal((await project.member.get(`${path}/holds?minAgeSeconds=99999999999999`)).status, 400)
  })

  test('200: the list has the default price of a tool, and what areas above add', async () => {
    const project = await app.newProject()
    const { body } = await project.member.get(`${path}/prices`)
    const tool = body.data.prices.find(({ ref }: { ref: string }) => ref === 'tool.default')
    assert.deepEqual([tool.credits, tool.usd], [2, 0.002])
    assert.equal(usage.priceOf('tool.default'), 2 * credit)
    assert.equal(usage.priceOf('sandbox.second', 1.5), 30_000)
  })
})

describe('caps', () => {
  const cap = async (project: TestProject, body: object) => {
    const response = await project.admin.post(`${path}/caps`, { period: 'month', credits: 5, ...body })
    assert.equal(response.status, 200, response.text)
    return response.body.data as { id: string; used: number; held: number; available: number }
  }

  test('402 budget_exceeded for every scope, before work starts; others continue', async () => {
    const project = await app.newProject()
    const ids = { workflowId: randomUUID(), threadId: 'capped' }
    const made = {
      project: await cap(project, { scope: 'project', credits: 100 }),
      key: await cap(project, { scope: 'key', scopeId: project.adminKeyId }),
      external_user: await cap(project, { scope: 'external_user', scopeId: project.id, credits: 20 }),
      workflow: await cap(project, { scope: 'workflow', scopeId: ids.workflowId, credits: 3 }),
      thread: await cap(project, { scope: 'thread', scopeId: ids.threadId, period: 'total', credits: 2 }),
    }
    const refused = async (work: Promise<unknown>) => {
      const { code, needed, available, capId } = await refusal(work)
      return [code, needed, available, capId]
    }
    const { workflowId, threadId } = ids
    assert.deepEqual(await refused(charge(project, 2.5, { subject: { threadId } })), [
      'budget_exceeded',
      2.5,
      2,
      made.thread.id,
    ])
    assert.deepEqual(await refused(charge(project, 3.5, { subject: { workflowId } })), [
      'budget_exceeded',
      3.5,
      3,
      made.workflow.id,
    ])
    assert.deepEqual(await refused(charge(project, 6, {}, asKey(project))), [
      'budget_exceeded',
      6,
      5,
      made.key.id,
    ])
    assert.deepEqual(await refused(charge(project, 21)), ['budget_exceeded', 21, 20, made.external_user.id])
    await hold(project, 'within', 18)
    assert.deepEqual(await refused(hold(project, 'beyond', 3)), [
      'budget_exceeded',
      3,
      2,
      made.external_user.id,
    ])
    await settle(project, 'within', 10)
    await hold(project, 'beyond', 3)
    const { body } = await project.member.get(`${path}/caps/${made.external_user.id}`)
    assert.deepEqual([body.data.used, body.data.held, body.data.available], [10, 3, 7])
    assert.equal((await usage.reconcile(project.scope)).isClean, true)
  })

  test('a new cap counts what was used in its period; a new period begins at nothing', async () => {
    const project = await app.newProject()
    await charge(project, 4)
    const { id, used } = await cap(project, { scope: 'project', period: 'day' })
    assert.equal(used, 4)
    assert.equal((await refusal(charge(project, 2))).capId, id)
    app.clock.advance(24 * 3_600_000)
    await charge(project, 2)
    assert.equal((await project.admin.get(`${path}/caps/${id}`)).body.data.used, 2)
  })

  test('work held in one day and settled in the next counts where it was paid', async () => {
    const project = await app.newProject()
    const { id } = await cap(project, { scope: 'project', period: 'day' })
    const now = app.clock.now()
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    app.clock.advance(midnight - now.getTime() - 60_000)
    await hold(project, 'night', 4)
    app.clock.advance(120_000)
    await settle(project, 'night', 3)
    const { data } = (await project.admin.get(`${path}/caps/${id}`)).body
    assert.deepEqual([data.used, data.held], [3, 0])
    assert.equal((await usage.reconcile(project.scope)).isClean, true)
  })

  test('warn lets work pass and publishes once per period', async () => {
    const project = await app.newProject()
    const { id } = await cap(project, { scope: 'project', action: 'warn' })
    await charge(project, 4)
    assert.equal((await eventsOf(project, 'usage.cap_reached')).length, 0)
    for (let i = 0; i < 3; i++) await charge(project, 4)
    const reported = await eventsOf(project, 'usage.cap_reached')
    assert.deepEqual(
      reported.map(({ data }) => [data.capId, data.used, data.action]),
      [[id, 8, 'warn']],
    )
  })

  test('block publishes once per period, also when the first work of a period is refused', async () => {
    const project = await app.newProject()
    await cap(project, { scope: 'project', period: 'day' })
    for (let day = 1; day <= 2; day++) {
      app.clock.advance(24 * 3_600_000)
      for (let i = 0; i < 2; i++) assert.equal((await refusal(charge(project, 6))).code, 'budget_exceeded')
      await until(async () => (await eventsOf(project, 'usage.cap_reached')).length === day)
    }
  })

  test('approve refuses, creates one request, and an admin grants more for the period', async () => {
    const project = await app.newProject()
    const { id: capId } = await cap(project, { scope: 'project', action: 'approve' })
    for (let i = 0; i < 3; i++) assert.equal((await refusal(charge(project, 6))).action, 'approve')
    const pending = await until(async () => {
      const { body } = await project.admin.get(`${path}/caps/requests?status=pending`)
      return body.total > 0 ? body : null
    })
    assert.deepEqual(
      pending.data.map((each: Record<string, unknown>) => [each.capId, each.needed, each.available]),
      [[capId, 6, 5]],
    )
    await until(async () => (await eventsOf(project, 'usage.cap_reached')).length === 1)
    const { id } = pending.data[0]
    const other = await app.newProject()
    assert.equal((await other.admin.post(`${path}/caps/requests/${id}/approve`, { credits: 1 })).status, 404)
    const approved = await project.admin.post(`${path}/caps/requests/${id}/approve`, { credits: 2 })
    assert.deepEqual([approved.status, approved.body.data.granted], [200, 2])
    await charge(project, 6)
    assert.equal((await project.admin.post(`${path}/caps/requests/${id}/refuse`, {})).status, 409)

    assert.equal((await refusal(charge(project, 6))).available, 1)
    const again = await until(async () => {
      const { body } = await project.admin.get(`${path}/caps/requests?status=pending`)
      return body.data[0] as { id: string } | undefined
    })
    await project.admin.post(`${path}/caps/requests/${again!.id}/refuse`, { reason: 'no' })
    await refusal(charge(project, 6))
    assert.equal((await project.admin.get(`${path}/caps/requests`)).body.total, 2)
  })

  test('what is free is done, also under a cap that was passed', async () => {
    const project = await app.newProject()
    await hold(project, 'dearer', 5)
    const { id } = await cap(project, { scope: 'project', credits: 5 })
    await settle(project, 'dearer', 5.5)
    await hold(project, 'free', 0)
    await settle(project, 'free', 0)
    await charge(project, 0)
    assert.equal((await refusal(hold(project, 'paid', 1))).capId, id)
  })

  test('a raised cap is published again when it is reached again', async () => {
    const project = await app.newProject()
    const { id } = await cap(project, { scope: 'project', action: 'warn' })
    const reported = async () =>
      (await eventsOf(project, 'usage.cap_reached')).map(({ data }) => [data.credits, data.used])
    await charge(project, 6)
    assert.deepEqual(await reported(), [[5, 6]])
    await project.admin.patch(`${path}/caps/${id}`, { credits: 10 })
    await charge(project, 1)
    assert.equal((await reported()).length, 1)
    await charge(project, 4)
    await charge(project, 4)
    assert.deepEqual(await reported(), [
      [5, 6],
      [10, 11],
    ])
  })

  test('monthlyCreditCap of a key and of the project are caps that follow it', async () => {
    const project = await app.newProject()
    const { data: key } = (
      await project.admin.post('/api/v1/api-keys', { name: 'poor', monthlyCreditCap: 1.5 })
    ).body
    const scope: Scope = { ...project.scope, actor: { kind: 'key', keyId: key.id, accountId: null } }
    assert.equal((await refusal(charge(project, 2, {}, scope))).available, 1.5)
    await project.admin.patch(`/api/v1/api-keys/${key.id}`, { monthlyCreditCap: 3 })
    await charge(project, 2, {}, scope)
    await project.admin.patch('/api/v1/project', { monthlyCreditCap: 2.5 })
    const refused = await refusal(charge(project, 1))
    assert.equal(refused.available, 0.5)
    const { body } = await project.admin.get(`${path}/caps/${refused.capId}`)
    assert.deepEqual([body.data.origin, body.data.scope], ['project', 'project'])
    const elsewhere = await project.admin.delete(`${path}/caps/${refused.capId}`)
    assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [409, 'invalid_state'])
    await project.admin.patch('/api/v1/project', { monthlyCreditCap: null })
    await project.admin.patch(`/api/v1/api-keys/${key.id}`, { monthlyCreditCap: null })
    await charge(project, 100, {}, scope)
    assert.equal((await project.admin.get(`${path}/caps`)).body.total, 0)
  })

  test('PATCH and DELETE, 409 for a second of the kind, 400 for a scope without its id', async () => {
    const project = await app.newProject()
    const { id } = await cap(project, { scope: 'project' })
    const again = await project.admin.post(`${path}/caps`, { scope: 'project', period: 'month', credits: 9 })
    assert.deepEqual([again.status, again.body.error.code], [409, 'usage_cap_conflict'])
    await refusal(charge(project, 8))
    const raised = await project.admin.patch(`${path}/caps/${id}`, { credits: 9 })
    assert.equal(raised.body.data.credits, 9)
    await charge(project, 8)
    await hold(project, 'over the end', 1)
    assert.equal((await project.admin.delete(`${path}/caps/${id}`)).status, 200)
    assert.equal((await project.admin.get(`${path}/caps/${id}`)).status, 404)
    await settle(project, 'over the end', 1)
    await charge(project, 80)
    for (const body of [
      { scope: 'key', period: 'day', credits: 1 },
      { scope: 'workflow', scopeId: 'no-uuid', period: 'day', credits: 1 },
      { scope: 'project', scopeId: project.id, period: 'day', credits: 1 },
      { scope: 'project', period: 'year', credits: 1 },
      { scope: 'project', period: 'day', credits: -1 },
    ])
      assert.equal((await project.admin.post(`${path}/caps`, body)).status, 400, JSON.stringify(body))
    const actions = (await project.admin.get('/api/v1/audit-log?q=usage_cap&sortOrder=asc')).body.data
    assert.deepEqual(
      actions.map(({ action }: { action: string }) => action),
      ['usage_cap.created', 'usage_cap.updated', 'usage_cap.deleted'],
    )
  })
})
