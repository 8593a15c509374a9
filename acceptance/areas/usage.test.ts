import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertDone, assertError, assertPage, assertSuccess } from '../harness/client.ts'
import type { ExternalUser } from '../harness/resources.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/usage'
const otherKey = process.env.STOA_ACCEPTANCE_OTHER_OPERATOR_KEY
const skip = otherKey ? false : 'STOA_ACCEPTANCE_OTHER_OPERATOR_KEY names no second project'

type Entry = {
  id: string
  type: string
  entryType: string
  creditAmount: number
  delta: number
  balanceAfter: number | null
  eUID: string | null
  threadId: string | null
}
type Balance = { balance: number | null; unlimited: boolean; held: number; available: number | null }

/** Use as an operator enters it by hand: the project stays as unlimited as it was. */
const use = async (credits: number, subject: Record<string, string>) =>
  assertSuccess<Balance>(
    await admin.post(`${path}/adjustments`, { credits: -credits, reason: stage.tag, ...subject }),
  )

describe('The ledger (4.13)', () => {
  it('has a row for every amount, and sums that are exact', async () => {
    const threadId = stage.nameOf('sums')
    for (const credits of [0.1, 0.2, 3.000001]) await use(credits, { threadId })
    const { data, total } = assertPage<Entry>(await admin.get(`${path}?threadId=${threadId}&sortOrder=asc`))
    assert.equal(total, 3)
    assert.deepEqual(
      data.map(({ entryType, creditAmount, delta, type }) => [entryType, creditAmount, delta, type]),
      [0.1, 0.2, 3.000001].map((credits) => ['debit', credits, -credits, 'adjustment']),
    )
    const sum = assertSuccess<{ credits: number; entries: number }>(
      await admin.get(`${path}/threads/${threadId}`),
    )
    assert.deepEqual([sum.credits, sum.entries], [3.300001, 3])
    assertError(await admin.get(`${path}/threads/${stage.nameOf('silent')}`), 'usage_not_found', 404)
    assertError(await admin.get(`${path}/executions/${randomUUID()}`), 'usage_not_found', 404)
  })

  it('reads on with a cursor while entries are added', async () => {
    const threadId = stage.nameOf('cursor')
    for (const credits of [1, 2, 3]) await use(credits, { threadId })
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = `threadId=${threadId}&limit=1${cursor ? `&cursor=${cursor}` : ''}`
      const response = await admin.get(`${path}?${query}`)
      seen.push(...assertPage<Entry>(response).data.map(({ creditAmount }) => creditAmount))
      cursor = (response.body as { nextCursor: string | null }).nextCursor
      if (seen.length === 1) await use(9, { threadId })
    }
    assert.deepEqual(seen, [3, 2, 1])
  })

  it('groups, and is had as CSV', async () => {
    const threadId = stage.nameOf('groups')
    await use(1, { threadId })
    await use(2, { threadId })
    const groups = assertPage<{ group: string; credits: number; entries: number }>(
      await admin.get(`${path}?groupBy=type&threadId=${threadId}`),
    )
    assert.deepEqual(
      groups.data.map(({ group, credits, entries }) => [group, credits, entries]),
      [['adjustment', 3, 2]],
    )
    const csv = await admin.get(`${path}?format=csv&threadId=${threadId}`)
    assert.equal(csv.status, 200)
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
    assert.equal(csv.text.trimEnd().split('\r\n').length, 3)
  })

  it('lists prices, the default of a tool among them', async () => {
    const { creditsPerUsd, prices } = assertSuccess<{
      creditsPerUsd: number
      prices: { ref: string; credits: number; usd: number }[]
    }>(await admin.get(`${path}/prices`))
    const tool = prices.find(({ ref }) => ref === 'tool.default')!
    assert.deepEqual([tool.credits, tool.usd], [2, 2 / creditsPerUsd])
  })

  it('proves itself', async () => {
    const proof = assertSuccess<{ isClean: boolean; differences: unknown[] }>(
      await admin.get(`${path}/reconcile`),
    )
    assert.deepEqual([proof.isClean, proof.differences], [true, []])
  })
})

describe('Credits of end users (4.5)', () => {
  it('are summed over the range and sorted by', async () => {
    const users = [await stage.newUser('used1'), await stage.newUser('used2'), await stage.newUser('used3')]
    for (const [i, { id }] of users.entries()) await use(10 * (1 + ((i + 1) % 3)), { eUID: id })
    const list = async (query: string) =>
      assertPage<ExternalUser>(
        await admin.get(`/api/v1/external-users?q=${stage.nameOf('used')}&sortBy=creditsUsed&${query}`),
      ).data.map(({ name, creditsUsed }) => [name.slice(-1), creditsUsed])
    assert.deepEqual(await list('sortOrder=DESC'), [
      ['2', 30],
      ['1', 20],
      ['3', 10],
    ])
    const hour = 3_600_000
    const at = (shift: number) => new Date(Date.now() + shift).toISOString()
    assert.deepEqual(await list(`sortOrder=ASC&from=${at(-hour)}&to=${at(hour)}`), [
      ['3', 10],
      ['1', 20],
      ['2', 30],
    ])
    assert.deepEqual(
      (await list(`sortOrder=ASC&to=${at(-hour)}`)).map(([, credits]) => credits),
      [0, 0, 0],
    )
  })
})

describe('Caps (3.18)', () => {
  it('are set, read, changed and removed', async () => {
    const body = { scope: 'thread', scopeId: stage.nameOf('capped'), period: 'month', credits: 5 }
    await use(2, { threadId: body.scopeId })
    const cap = assertSuccess<{ id: string; used: number; available: number }>(
      await admin.post(`${path}/caps`, body),
    )
    assert.deepEqual([cap.used, cap.available], [2, 3])
    assertError(await admin.post(`${path}/caps`, body), 'usage_cap_conflict', 409)
    const raised = assertSuccess<{ available: number }>(
      await admin.patch(`${path}/caps/${cap.id}`, { credits: 7.5 }),
    )
    assert.equal(raised.available, 5.5)
    assertDone(await admin.delete(`${path}/caps/${cap.id}`))
    assertError(await admin.get(`${path}/caps/${cap.id}`), 'usage_cap_not_found', 404)
  })

  it('follow the monthly cap of a key', async () => {
    const { id } = await stage.newKey()
    assertSuccess(await admin.patch(`/api/v1/api-keys/${id}`, { monthlyCreditCap: 12.5 }))
    const caps = async () =>
      assertPage<{ credits: number; origin: string }>(await admin.get(`${path}/caps?scopeId=${id}`)).data
    assert.deepEqual(
      (await caps()).map(({ credits, origin }) => [credits, origin]),
      [[12.5, 'key']],
    )
    assertSuccess(await admin.patch(`/api/v1/api-keys/${id}`, { monthlyCreditCap: null }))
    assert.deepEqual(await caps(), [])
  })
})

describe('The balance (4.13)', { skip }, () => {
  it('is unlimited until a grant, and then never less than nothing', async () => {
    const operator = stage.callerWith(otherKey ?? '')
    const before = assertSuccess<Balance>(await operator.get(`${path}/balance`))
    assert.deepEqual([before.balance, before.unlimited], [null, true])
    const granted = await operator.post(`${path}/grants`, { credits: 10, reason: stage.tag })
    assert.equal(assertSuccess<Balance>(granted).available, 10)
    const tooMuch = await operator.post(`${path}/adjustments`, { credits: -10.5, reason: stage.tag })
    const { error } = assertError(tooMuch, 'insufficient_credits', 402)
    assert.deepEqual([error.needed, error.available], [10.5, 10])
    const rest = await operator.post(`${path}/adjustments`, { credits: -10, reason: stage.tag })
    assert.equal(assertSuccess<Balance>(rest).balance, 0)
    const { data } = assertPage<Entry>(await operator.get(`${path}?limit=2`))
    assert.deepEqual(
      data.map(({ balanceAfter }) => balanceAfter),
      [0, 10],
    )
  })

  it('refuses amounts that are none', async () => {
    for (const credits of [0, -1, 0.0000001, 1e15, '1', null])
      assert.equal((await admin.post(`${path}/grants`, { credits, reason: 'x' })).status, 400)
    const member = stage.callerWith((await stage.newKey()).key)
    assertError(await member.post(`${path}/grants`, { credits: 1, reason: 'x' }), 'admin_only', 403)
    assertSuccess<Balance>(await member.get(`${path}/balance`))
  })
})
