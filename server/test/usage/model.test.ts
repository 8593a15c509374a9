import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { statementsFor } from '../../src/kernel/db/plan/rows.ts'
import { AppError } from '../../src/kernel/errors.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { startTestApp, type TestProject } from '../harness.ts'
import { sizeOf } from '../size.ts'

/** Random sequences on the real ledger, held against the simplest thing that could be right. */
const app = await startTestApp()
after(() => app.stop())
const { usage } = app.app

type Cap = { id: string; thread: string | null; limit: number; used: number; held: number }
type Held = { amount: number; isOnBalance: boolean; thread: string; caps: Cap[]; expiresAt: number }
type Outcome = { status: 'settled' | 'released'; charged: number; isExpired: boolean; thread: string }

const hour = 3_600_000
// After so long the fast path is tried again in a project that had to go the long one.
const slowPath = 31_000
const nothing = sql`select 1`
let shortTries = 0
let shortEnds = 0

/** Numbers that follow from the seed alone, so that a failure can be played again. */
function createRandom(seed: number) {
  let state = seed >>> 0 || 1
  return (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

class Refusal extends Error {}

/** The rules as they are promised, without a database, locks or rounding. */
function createModel() {
  let balance: number | null = null
  const caps: Cap[] = []
  const holds = new Map<string, Held>()
  const outcomes = new Map<string, Outcome>()
  const heldOnBalance = () =>
    [...holds.values()].reduce((sum, { isOnBalance, amount }) => sum + (isOnBalance ? amount : 0), 0)
  const available = () => (balance === null ? Number.POSITIVE_INFINITY : balance - heldOnBalance())
  const capsOf = (thread: string) => caps.filter((cap) => cap.thread === null || cap.thread === thread)

  function drop(workId: string, status: 'settled' | 'released', charged: number, isExpired: boolean) {
    const hold = holds.get(workId)!
    holds.delete(workId)
    for (const cap of hold.caps) cap.held -= hold.amount
    outcomes.set(workId, { status, charged, isExpired, thread: hold.thread })
  }
  const expire = (now: number) => {
    for (const [workId, { expiresAt }] of holds) if (expiresAt <= now) drop(workId, 'released', 0, true)
  }
  function pay(workId: string, thread: string, charged: number, isExpired: boolean) {
    if (balance !== null) balance -= charged
    for (const cap of capsOf(thread)) cap.used += charged
    outcomes.set(workId, { status: 'settled', charged, isExpired, thread })
  }
  function refuse(thread: string, needed: number) {
    // What is free needs no credit, not even under a cap that was exceeded.
    if (needed === 0) return
    for (const cap of capsOf(thread))
      if (cap.limit - cap.used - cap.held < needed) throw new Refusal('budget_exceeded')
    if (available() < needed) throw new Refusal('insufficient_credits')
  }

  return {
    balance: () => balance,
    held: heldOnBalance,
    caps,
    expire,
    grant(amount: number) {
      balance = (balance ?? 0) + amount
    },
    addCap(cap: Pick<Cap, 'id' | 'thread' | 'limit'>) {
      const used = [...outcomes.values()]
        .filter(({ thread }) => cap.thread === null || cap.thread === thread)
        .reduce((sum, { charged }) => sum + charged, 0)
      caps.push({ ...cap, used, held: 0 })
    },
    hold(workId: string, thread: string, amount: number, now: number, isImmediate: boolean) {
      if (outcomes.get(workId)?.status === 'settled') throw new Refusal('invalid_state')
      const open = holds.get(workId)
      if (open && open.expiresAt > now) {
        const more = amount - open.amount
        if (more <= 0) return
        expire(now)
        for (const cap of open.caps)
          if (cap.limit - cap.used - cap.held < more) throw new Refusal('budget_exceeded')
        if (open.isOnBalance && available() < more) throw new Refusal('insufficient_credits')
        open.amount = amount
        open.expiresAt = now + hour
        for (const cap of open.caps) cap.held += more
        return
      }
      const before = structuredClone({ holds: [...holds], outcomes: [...outcomes] })
      // The fast path counts without expired holds, and leaves those to the sweep.
      if (!isImmediate) expire(now)
      try {
        refuse(thread, amount)
      } catch (error) {
        // What is refused is rolled back, with the expired holds it gave back on its way.
        for (const [id, hold] of before.holds)
          if (!holds.has(id)) {
            const caps = capsOf(hold.thread).filter((cap) => hold.caps.some((each) => each.id === cap.id))
            holds.set(id, { ...hold, caps })
            for (const cap of caps) cap.held += hold.amount
          }
        outcomes.clear()
        for (const [id, outcome] of before.outcomes) outcomes.set(id, outcome)
        throw error
      }
      const mine = capsOf(thread)
      for (const cap of mine) cap.held += amount
      holds.set(workId, {
        amount,
        isOnBalance: balance !== null,
        thread,
        caps: mine,
        expiresAt: now + hour,
      })
    },
    settle(workId: string, amount: number) {
      const outcome = outcomes.get(workId)
      const hold = holds.get(workId)
      if (outcome?.status === 'settled') return outcome.charged
      if (!hold && outcome && !outcome.isExpired) return outcome.charged
      if (!hold && !outcome) throw new Refusal('invalid_state')
      if (hold && amount > hold.amount + Math.floor(hold.amount / 10)) throw new Refusal('hold_exceeded')
      const own = hold?.isOnBalance ? hold.amount : 0
      const charged = Math.min(amount, available() + own)
      const { thread } = (hold ?? outcome)!
      if (hold) drop(workId, 'settled', charged, false)
      pay(workId, thread, charged, !hold)
      return charged
    },
    isLimited: () => balance !== null || caps.length > 0,
    /** Work that was begun when nothing limited it pays as far as the balance goes. */
    charge(workId: string, thread: string, amount: number) {
      const charged = Math.min(amount, available())
      pay(workId, thread, charged, false)
      return charged
    },
    release(workId: string) {
      if (holds.has(workId)) drop(workId, 'released', 0, false)
    },
  }
}

const codeOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return error.code
    if (error instanceof Refusal) return error.message
    throw error
  }
}

async function play(project: TestProject, seed: number, steps: number): Promise<void> {
  const random = createRandom(seed)
  const model = createModel()
  const scope: Scope = project.scope
  const works = Array.from({ length: 5 }, (_, i) => `work:${i}`)
  // Work belongs to one thread forever.
  const threadOf = (workId: string) => `thread-${Number(workId.slice(-1)) % 2}`
  const unheld: string[] = []
  for (let step = 0; step < steps; step++) {
    // Every other movement tries the fast path first, as areas do: in one round trip, and step by step where that
    // declines.
    const isShort = random(2) === 0
    if (isShort) app.clock.advance(slowPath)
    const action = random(17)
    const isNew = action === 12 || action === 13 || (isShort && action < 4)
    if (isNew) works.push(`work:${works.length}`)
    const workId = isNew ? works.at(-1)! : works[random(works.length)]!
    const threadId = threadOf(workId)
    const amount = random(8) * 10
    const now = app.clock.now().getTime()
    let expected: unknown
    let found: unknown
    if (action < 4) {
      let isImmediate = false
      found = await codeOf(async () => {
        const work = { workId, type: 'tool' as const, microCredits: amount, subject: { threadId } }
        if (isShort) shortTries++
        isImmediate = isShort && (await usage.tryHold(app.db, scope, nothing, work))
        if (isImmediate) shortEnds++
        else await usage.hold(app.db, scope, work)
      })
      expected = await codeOf(async () => model.hold(workId, threadId, amount, now, isImmediate))
    } else if (action < 7) {
      const cost = Math.max(0, amount + random(5) - 2)
      expected = await codeOf(async () => model.settle(workId, cost))
      found = await codeOf(async () => {
        const how = { cost: { microCredits: cost } }
        if (isShort) shortTries++
        if (isShort && (await usage.tryEnd(app.db, scope, nothing, workId, how))) {
          shortEnds++
          return cost
        }
        return app.db.tx(async (tx) => (await usage.settle(tx, scope, workId, how.cost)).chargedMicroCredits)
      })
    } else if (action < 9) {
      model.release(workId)
      const releasedBecause = 'the model said so'
      if (!isShort || !(await usage.tryEnd(app.db, scope, nothing, workId, { releasedBecause })))
        await app.db.tx((tx) => usage.release(tx, scope, workId, releasedBecause))
    } else if (action === 9) {
      model.grant(amount + 10)
      const { status } = await (await app.operatorOf(project)).post('/api/v1/usage/grants', {
        credits: (amount + 10) / 1_000_000,
        reason: 'model',
      })
      assert.equal(status, 200)
    } else if (action === 10 && model.caps.length < 3) {
      const thread = [null, 'thread-0', 'thread-1'][model.caps.length]!
      const { body } = await project.admin.post('/api/v1/usage/caps', {
        scope: thread === null ? 'project' : 'thread',
        scopeId: thread,
        period: 'total',
        credits: (50 + amount) / 1_000_000,
      })
      model.addCap({ id: body.data.id, thread, limit: 50 + amount })
    } else if (action === 14) {
      // Work that needs no hold, because nothing limits the project when it begins.
      if (!isShort) app.clock.advance(slowPath)
      expected = !model.isLimited()
      found = (await usage.tryBeginUnheld(app.db, scope, nothing)) !== null
      if (found) unheld.push(`unheld:${step}`)
    } else if (action === 15) {
      const result = unheld.splice(0, 1)[0]
      if (result === undefined) continue
      const work = { workId: result, type: 'tool' as const, subject: { threadId: threadOf(result) } }
      const cost = { microCredits: amount }
      expected = model.charge(result, threadOf(result), amount)
      const isImmediate =
        isShort && (await usage.tryEndUnheld(app.db, scope, nothing, work, { cost })) !== null
      found = isImmediate
        ? amount
        : await app.db.tx(
            async (tx) =>
              (await usage.charge(tx, scope, { ...work, ...cost, isUnheld: true })).chargedMicroCredits,
          )
    } else if (action === 16) {
      // Several works that are over, in one statement; one after the other where that is refused.
      const many = Array.from({ length: 1 + random(4) }, () => {
        works.push(`work:${works.length}`)
        const needed = random(5) * 10
        return { id: works.at(-1)!, needed, cost: random(needed + 1), isReleased: random(4) === 0 }
      })
      const spent = many.map(({ id, needed, cost, isReleased }) => ({
        scope,
        work: {
          workId: id,
          type: 'tool' as const,
          microCredits: needed,
          subject: { threadId: threadOf(id) },
        },
        result: isReleased ? { releasedBecause: 'it failed' } : { cost: { microCredits: cost } },
      }))
      if (isShort) shortTries++
      const isImmediate =
        isShort && (await app.db.tryInOneRoundTrip(statementsFor(usage.spendMany, spent))) !== null
      if (isImmediate) shortEnds++
      found = []
      expected = []
      for (const { id, needed, cost, isReleased } of many) {
        const thread = threadOf(id)
        const [own, ofModel] = [found as unknown[], expected as unknown[]]
        // What costs nothing leaves no trace.
        if (isImmediate && needed === 0) continue
        ofModel.push(
          await codeOf(async () => {
            model.hold(id, thread, needed, now, isImmediate)
            return isReleased ? model.release(id) : model.settle(id, cost)
          }),
        )
        if (isImmediate) own.push(isReleased ? undefined : cost)
        else
          own.push(
            await codeOf(async () => {
              await usage.hold(app.db, scope, {
                workId: id,
                type: 'tool',
                microCredits: needed,
                subject: { threadId: thread },
              })
              if (isReleased) return void (await app.db.tx((tx) => usage.release(tx, scope, id, 'it failed')))
              return app.db.tx(
                async (tx) => (await usage.settle(tx, scope, id, { microCredits: cost })).chargedMicroCredits,
              )
            }),
          )
      }
    } else if (action >= 12) {
      // Work that is over before a hold was placed for it.
      const cost = random(amount + 1)
      let isImmediate = false
      found = await codeOf(async () => {
        const work = { workId, type: 'tool' as const, microCredits: amount, subject: { threadId } }
        const how = { microCredits: cost }
        if (isShort) shortTries++
        isImmediate = isShort && (await usage.trySpend(app.db, scope, nothing, work, how)) !== null
        if (isImmediate) {
          shortEnds++
          return cost
        }
        await usage.hold(app.db, scope, work)
        return app.db.tx(async (tx) => (await usage.settle(tx, scope, workId, how)).chargedMicroCredits)
      })
      expected = await codeOf(async () => {
        model.hold(workId, threadId, amount, now, isImmediate)
        return model.settle(workId, cost)
      })
    } else if (action === 11 && random(4) === 0) {
      app.clock.advance(2 * hour)
      if (random(2) === 0) {
        model.expire(app.clock.now().getTime())
        await usage.sweep()
      }
    }
    assert.deepEqual(found, expected, `seed ${seed}, step ${step}, action ${action}, ${workId}, ${amount}`)
    if (found === 'budget_exceeded' || found === 'insufficient_credits') continue
    await compare(project, model, `seed ${seed}, step ${step}, action ${action}, ${workId}, ${amount}`)
  }
}

async function compare(project: TestProject, model: ReturnType<typeof createModel>, what: string) {
  const { data } = (await project.admin.get('/api/v1/usage/balance')).body
  const micro = (credits: number | null) => (credits === null ? null : Math.round(credits * 1_000_000))
  assert.deepEqual([micro(data.balance), micro(data.held)], [model.balance(), model.held()], what)
  const caps = (await project.admin.get('/api/v1/usage/caps')).body.data as {
    id: string
    used: number
    held: number
  }[]
  for (const cap of model.caps) {
    const found = caps.find(({ id }) => id === cap.id)!
    assert.deepEqual([micro(found.used), micro(found.held)], [cap.used, cap.held], what)
  }
}

const sequences = sizeOf({ short: 12, long: 1_000, variable: 'STOA_TEST_SEEDS' })

test(`${sequences} random sequences end as the model says, and reconcile`, {
  timeout: 3_600_000,
}, async (t) => {
  const first = Number(process.env.STOA_TEST_SEED ?? Date.now() % 1_000_000)
  t.diagnostic(`seeds ${first} to ${first + sequences - 1}`)
  for (let seed = first; seed < first + sequences; seed++) {
    const project = await app.newProject()
    await play(project, seed, 15)
    const proof = await usage.reconcile(project.scope)
    assert.deepEqual(
      [proof.differences, proof.isClean || proof.orphans.length > 0],
      [[], true],
      `seed ${seed}`,
    )
  }
  // Both paths must have been taken, or half of this test proves nothing.
  t.diagnostic(`${shortEnds} of ${shortTries} took the fast path`)
  assert.ok(shortEnds > sequences / 2 && shortEnds < shortTries)
})
