import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { randomOf } from '../../../../test/runs/model/program.ts'
import { sizeOf } from '../../../../test/size.ts'
import { systemClock } from '../../clock.ts'
import { systemScope } from '../../scope.ts'
import { deferRows, type RowBatch, type RowWriter } from '../deferred-rows.ts'
import type { Run, StepClass, StepInput } from '../run.ts'
import type { Flush, Flushed } from '../store/flush-store.ts'
import { type Intent, intentsJson } from '../store/intents.ts'
import { LostRun, RowsRefused } from './interruptions.ts'
import { createJournal, type Journal } from './journal.ts'
import { createSteps } from './steps.ts'

/**
 * Random programs on the journal alone, with a store in memory that can lose a worker between any two things that it
 * does, or refuse the rows that steps defer or begin with: `STOA_TEST_SEEDS=100000` plays more of them, `STOA_TEST_SEED`
 * begins with a seed that was printed. Most of them begin ahead: what is lost before the run is stored leaves nothing, and its caller
 * starts it again.
 */
type Node = { name: string; class: StepClass | undefined; hasBefore: boolean } | { branches: Node[][] }
type Stored = { also: number | null; tries: number }

const classes = ['pure', 'repeatable', 'once', undefined] as const

function programOf(random: () => number): Node[] {
  let count = 0
  // A program whose steps have none before them does more before it is stored.
  const share = random() < 0.5 ? 0 : 0.5
  const below = (most: number) => Math.floor(random() * most)
  const list = (depth: number): Node[] =>
    Array.from({ length: 1 + below(5) }, (): Node => {
      if (random() < 0.15 && depth < 2)
        return { branches: Array.from({ length: 2 + below(2) }, () => list(depth + 1)) }
      const stepClass = classes[below(classes.length)]
      return { name: `s${count++}`, class: stepClass, hasBefore: stepClass !== 'pure' && random() < share }
    })
  return list(0)
}

const writer: RowWriter<string> = { statements: () => [] }
const beforeWriter: RowWriter<string> = { statements: () => [] }

/** What outlives a worker. */
function createStore() {
  return {
    steps: new Map<string, Stored>(),
    intents: {} as Record<string, number | readonly number[]>,
    /** How often each step may have begun: its beginnings that were committed, and those ahead that were refused. */
    begun: new Map<string, number>(),
    events: [] as string[],
    effects: new Map<string, number[]>(),
    asked: [] as string[],
    faults: [] as string[],
    rows: [] as string[],
    /** Rows of `before`, each with its attempt. */
    before: [] as string[],
    isStored: false,
    isEnded: false,
  }
}
type Store = ReturnType<typeof createStore>

const runOf = (attempt: number, { intents }: Store, isRepeated: boolean): Run => ({
  projectId: 'p',
  id: 'r',
  externalUserId: 'u',
  scope: systemScope('p'),
  kind: 'model',
  input: null,
  status: 'running',
  output: null,
  error: null,
  attempt,
  losses: attempt - 1,
  intents: { ...intents },
  interruptedAttempt: attempt > 1 || isRepeated ? attempt - 1 : null,
  runAt: new Date(0).toISOString(),
  waitingFor: null,
  retry: null,
  isCancelRequested: false,
  parentId: null,
  depth: 0,
  hasChildren: false,
  createdAt: '',
  startedAt: null,
  endedAt: null,
})

const namesIn = (batches: readonly RowBatch[]) => batches.flatMap(({ rows }) => rows as string[])
const beforeOf = ({ intents }: Flush) => intents.flatMap(({ rows }) => namesIn(rows))

function beginIn(store: Store, intents: readonly Intent[], attempt: number): void {
  Object.assign(store.intents, JSON.parse(intentsJson(intents, attempt) ?? '{}'))
  for (const { name } of intents) store.begun.set(name, (store.begun.get(name) ?? 0) + 1)
}

/** Applies a flush as the database does: all of it, or nothing. */
function apply(store: Store, flush: Flush): Flushed {
  const { claim, steps, events, intents, result } = flush
  store.isStored = true
  store.rows.push(...namesIn(flush.rows))
  store.before.push(...beforeOf(flush))
  for (const { name, maybeAlsoAttempt, tries } of steps) {
    if (store.steps.has(name)) store.faults.push(`${name} was recorded twice`)
    store.steps.set(name, { also: maybeAlsoAttempt, tries })
    delete store.intents[name]
  }
  store.events.push(...events.map(({ type }) => type))
  for (const type of store.events) {
    const [what, name = ''] = type.split(' ')
    if (what === 'done' && !store.steps.has(name))
      store.faults.push(`${name} was published before its record`)
  }
  for (const name of store.steps.keys())
    if (!store.events.includes(`in ${name}`)) store.faults.push(`${name} was recorded without its event`)
  for (const name of store.rows)
    if (!store.steps.has(name)) store.faults.push(`${name} has rows without its record`)
  beginIn(store, intents, claim.attempt)
  if (result) store.isEnded = true
  return { lastSeq: store.events.length, at: '' }
}

type Attempt = {
  number: number
  /** Lost after so many things that it does. */
  lostAt: number
  /** Stored with its first flush. */
  isAhead: boolean
  /** Whether the rows of its steps are refused. */
  isRefused: boolean
  /** Executed ahead before, and refused. */
  isRepeated: boolean
  /** Other than the real one in a planted fault. */
  beginning: Beginning
}

type Beginning = (journal: Journal) => Journal['begin']

const refused = () => Object.assign(new Error('refused'), { code: 'ST001' })

async function attemptOnce(
  store: Store,
  program: Node[],
  { number: attempt, lostAt, isAhead, isRefused, isRepeated, beginning }: Attempt,
  random: () => number,
): Promise<'over' | 'lost' | 'refused'> {
  const lost = Promise.withResolvers<void>()
  let ticks = 0
  /** A worker that is lost does nothing more, and nothing that it waits for arrives. */
  const alive = async (): Promise<void> => {
    if (++ticks >= lostAt) lost.resolve()
    else if (random() < 0.5) await null
    // Another branch may have lost it meanwhile.
    if (ticks >= lostAt) await new Promise(() => undefined)
  }
  const run = runOf(attempt, store, isRepeated)
  async function write(flush: Flush): Promise<Flushed> {
    await alive()
    if (isRefused && flush.rows.length > 0) throw refused()
    if (beforeOf(flush).length > 0 && random() < 0.2) throw refused()
    const flushed = apply(store, flush)
    await alive()
    return flushed
  }
  /** Where the project has no capacity it is stored as queued: another worker resumes it, and begins what this one intended. */
  async function writeAhead(flush: Flush): Promise<Flushed | null> {
    if (flush.result !== null || isRefused || random() < 0.8) return write(flush)
    if (beforeOf(flush).length > 0) throw refused()
    await write({ ...flush, intents: flush.intents.filter(({ hasBegun }) => hasBegun) })
    return null
  }
  const ahead = { write: writeAhead, budgetMs: 60_000, onStarted: () => undefined }
  const journal = createJournal({
    claim: run,
    write,
    ...(isAhead && { ahead }),
    writeIn: () => Promise.reject(new Error('no transactions here')),
    flushWithin: (_, flush) => {
      if (random() < 0.3) flush()
    },
    onCommitted: () => undefined,
    isFollowed: () => true,
    onDropped: () => undefined,
    maxEvents: 1_000_000,
  })
  const steps = createSteps({
    clock: systemClock,
    run,
    journal: { ...journal, begin: beginning(journal) },
    random,
    signal: new AbortController().signal,
    recorded: new Map([...store.steps.keys()].map((name) => [name, null])),
    transact: () => Promise.reject(new Error('no transactions here')),
    suspend: () => Promise.reject(new Error('nothing is suspended here')),
    cancel: () => undefined,
  })

  async function perform(node: Node): Promise<void> {
    if ('branches' in node) {
      await Promise.all(node.branches.map(performAll))
      return
    }
    const { name } = node
    const row = `${name} ${attempt}`
    const before = async () => {
      await alive()
      return [deferRows(beforeWriter, row)]
    }
    const work = async ({ hasRows }: StepInput) => {
      await alive()
      if (hasRows !== store.before.includes(row)) store.faults.push(`${name} does not know of its rows`)
      if (!store.isStored && (node.class === 'once' || node.class === undefined))
        store.faults.push(`${name} was done before its run was stored`)
      store.effects.set(name, [...(store.effects.get(name) ?? []), attempt])
      journal.emit(`in ${name}`, null)
      await alive()
    }
    const onUncertain = async () => {
      store.asked.push(name)
      return 'again' as const
    }
    const defers = run.interruptedAttempt === null && (node.class === 'pure' || node.class === 'repeatable')
    await steps.step(name, work, {
      ...(node.class && { class: node.class }),
      ...(node.hasBefore && { before }),
      ...(defers && { deferredRows: () => [deferRows(writer, name)] }),
      onUncertain,
    })
    journal.emit(`done ${name}`, null)
  }
  async function performAll(list: Node[]): Promise<void> {
    for (const node of list) await perform(node)
  }

  const handled = performAll(program).then(async () => {
    await journal.finish({ status: 'succeeded' })
    return 'over' as const
  })
  const result = await Promise.race([
    handled.catch((error) => {
      if (error instanceof RowsRefused) return 'refused' as const
      if (error instanceof LostRun) return 'lost' as const
      throw error
    }),
    lost.promise.then(() => 'lost' as const),
  ])
  if (result === 'refused' && !store.isStored) beginIn(store, journal.begunAhead(), 0)
  return result
}

function namesOf(list: Node[]): Extract<Node, { name: string }>[] {
  return list.flatMap((node) => ('branches' in node ? node.branches.flatMap(namesOf) : [node]))
}

type Rules = Partial<Pick<Attempt, 'beginning'>>

async function play(
  seed: number,
  { beginning = ({ begin }) => begin }: Rules,
): Promise<{ faults: string[]; repeated: number; losses: number; unstored: number }> {
  const random = randomOf(seed)
  const program = programOf(random)
  const store = createStore()
  const beginsAhead = random() < 0.7
  store.isStored = !beginsAhead
  const isRefused = random() < 0.2
  let [attempt, tries, unstored, isRepeated] = [0, 0, 0, false]
  while (!store.isEnded) {
    const isAhead = !store.isStored && !isRepeated
    // Where it is not ahead, its row is there before anything is done.
    store.isStored ||= !isAhead
    const lostAt = ++tries < 9 ? 1 + Math.floor(random() * 30) : Infinity
    const number = isAhead ? 1 : ++attempt
    const result = await attemptOnce(
      store,
      program,
      { number, lostAt, isAhead, isRefused, isRepeated, beginning },
      random,
    )
    if (isAhead && store.isStored) attempt = 1
    if (store.isStored) continue
    unstored++
    isRepeated = result === 'refused'
    // Else its caller has learnt nothing, and starts another.
    if (!isRepeated) store.effects.clear()
    if (store.steps.size + store.events.length + store.rows.length > 0)
      store.faults.push('half a run is stored')
  }
  const { faults } = store
  let repeated = 0
  for (const node of namesOf(program)) {
    const done = store.effects.get(node.name) ?? []
    const record = store.steps.get(node.name)
    if (!record || done.length === 0) faults.push(`${node.name} is missing`)
    if (store.rows.filter((name) => name === node.name).length > 1)
      faults.push(`the rows of ${node.name} were written twice`)
    const before = store.before.filter((row) => row.startsWith(`${node.name} `))
    if (new Set(before).size < before.length) faults.push(`the rows before ${node.name} were written twice`)
    const begun = node.class === 'pure' ? 1 : Math.max(1, store.begun.get(node.name) ?? 0)
    if (record && (record.tries !== begun || (record.also !== null) !== begun > 1))
      faults.push(`${node.name} was begun ${begun} times and says ${JSON.stringify(record)}`)
    if (done.length < 2 || node.class === 'pure') continue
    repeated++
    const requested = store.asked.filter((name) => name === node.name).length
    if (node.class === 'once' && requested < done.length - 1)
      faults.push(`${node.name} was repeated without asking`)
    if (record && record.also === null) faults.push(`${node.name} was done by ${done} and does not say so`)
  }
  return { faults: faults.map((fault) => `seed ${seed}: ${fault}`), repeated, losses: tries - 1, unstored }
}

async function playAll(first: number, count: number, rules: Rules = {}) {
  const sum = { faults: [] as string[], repeated: 0, losses: 0, unstored: 0 }
  for (let seed = first; seed < first + count; seed++) {
    const { faults, repeated, losses, unstored } = await play(seed, rules)
    sum.faults.push(...faults)
    sum.repeated += repeated
    sum.losses += losses
    sum.unstored += unstored
  }
  return sum
}

/** Nothing waits until it is committed that a step begins. */
const unawaited: Beginning = (journal) => async (step) => {
  void journal.begin(step, true).catch(() => undefined)
  return step.rows.length > 0
}

const first = Number(process.env.STOA_TEST_SEED ?? randomInt(1_000_000_000))

test('whatever is lost, each step says exactly how often it was begun, and none that is done once is repeated without asking', async (t) => {
  const count = sizeOf({ short: 150, long: 100_000, variable: 'STOA_TEST_SEEDS' })
  const { faults, repeated, losses, unstored } = await playAll(first, count)
  assert.deepEqual(faults.slice(0, 5), [])
  assert.ok(repeated > count / 30 && losses > count / 3, `${repeated} repeated, ${losses} lost`)
  assert.ok(unstored > count / 30, `${unstored} lost before they were stored`)
  t.diagnostic(
    `from seed ${first}: ${losses} workers lost, ${unstored} of them before the run was stored, ${repeated} steps were done more than once`,
  )
})

test('a planted fault is found: steps that begin before that is committed', async () => {
  const { faults } = await playAll(first, 500, { beginning: unawaited })
  assert.ok(faults.some((fault) => /does not say so/.test(fault)))
  assert.ok(faults.some((fault) => /before its run was stored/.test(fault)))
  assert.ok(faults.some((fault) => /does not know of its rows/.test(fault)))
})
