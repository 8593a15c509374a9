import { createPace } from '../../compute/pace.ts'
import { AppError } from '../../errors.ts'
import { confirmed, type Scope } from '../../scope.ts'
import type { Db, Tx } from '../db.ts'
import { type Statement, statementKey } from '../statement.ts'
import { commitTogether, errorOf, pauseAfter, statementsOf } from './commit.ts'
import { type Demand, refusalOf } from './demand.ts'
import type { Used, Values } from './input.ts'
import { createInputs, type LoadedInputs, nameOf } from './inputs.ts'
import type { Lane, Operation, Plan, RunOperation } from './plan.ts'

type AnyInputs = Readonly<Record<string, Used>>
type AnyOperation = Operation<unknown, AnyInputs, unknown>

/** One call of an operation, until it is committed or refused. */
type Call = {
  readonly operation: AnyOperation
  readonly request: unknown
  readonly lane: Lane | null
  scope: Scope
  attempts: number
  /** It waits until the others of its batch are committed or refused. */
  isLater: boolean
  /** It continues in another lane, and nothing here ends it. */
  isMoved: boolean
  /** Inputs that must be read again; all of them before a refusal. */
  reload: Set<string> | 'all'
  resolve(result: unknown): void
  reject(error: unknown): void
}
type PlannedCall = { call: Call; plan: Plan<unknown>; used: AnyInputs }

// Enough for everything that a busy node has in progress, and small enough for one commit.
const maxTogether = 64
const maxBytesTogether = 256 * 1024
// After these a call reads its inputs with locks, where no one can be faster.
const maxUnlocked = 3
const maxAttempts = 8

type PlanDb = Pick<Db, 'rows' | 'tx' | 'isInTransaction'> & {
  together(statements: readonly Statement[]): Promise<unknown[][]>
}

/**
 * Runs operations: plans with the rows that the node has, and commits under the demand that they are unchanged. A plan
 * that was made with an old row is made again. A refusal is always one of the present: before it, all inputs are read.
 */
export function createRun(db: PlanDb) {
  const inputs = createInputs()
  const lanes = new Map<string, Call[]>()

  /** `again`: it was refused because of a row that may be old. Null when the call is over here. */
  async function planned(
    call: Call,
    { values, read, ahead }: LoadedInputs,
  ): Promise<PlannedCall | 'again' | null> {
    const { operation, request, scope, lane } = call
    const used = operation.inputs(scope, request)
    const named = Object.entries(used).map(([name, each]) => [name, values.get(nameOf(each)) ?? null])
    try {
      const plan = await operation.plan({
        scope,
        request,
        lane,
        q: db,
        inputs: Object.fromEntries(named) as Values<AnyInputs>,
      })
      if ('lane' in plan) {
        call.isMoved = true
        enqueue({ ...call, isMoved: false, lane: plan.lane }, plan.lane)
        return null
      }
      for (const { used: changed, value } of plan.becomes ?? []) {
        values.set(nameOf(changed), value)
        ahead.add(nameOf(changed))
      }
      return { call, plan: withDemands(call, plan, used, values), used }
    } catch (error) {
      const names = Object.values(used).map(nameOf)
      // A plan in front of it may be refused, and its rows with it.
      call.isLater = names.some((name) => ahead.has(name))
      const isFresh = !scope.assumed && !call.isLater && names.every((name) => read.has(name))
      if (error instanceof AppError && !isFresh) {
        call.reload = 'all'
        return 'again'
      }
      call.reject(error)
      return null
    }
  }

  /** Reads inputs for all calls and plans them in their order, as many as are small enough for one commit. */
  async function planAll(calls: readonly Call[]): Promise<{ plans: PlannedCall[]; open: Call[] }> {
    const reload = new Set<string>()
    const used: Used[] = []
    for (const call of calls) {
      const inputsOfCall = Object.values(call.operation.inputs(call.scope, call.request))
      used.push(...inputsOfCall)
      for (const each of inputsOfCall)
        if (call.reload === 'all' || call.reload.has(each.input.name)) reload.add(nameOf(each))
    }
    const loaded = await inputs.load(used, db.together, { reload, isLocked: false })
    const plans: PlannedCall[] = []
    const open: Call[] = []
    const pace = createPace()
    let bytes = 0
    for (const [i, call] of calls.entries()) {
      call.reload = new Set()
      const plan = await planned(call, loaded)
      if (plan === 'again') open.push(call)
      else if (plan) {
        bytes += plan.plan.bytes ?? 0
        // The calls behind it are not planned, since they would be planned again in each round.
        if (bytes > maxBytesTogether && plans.length > 0) return { plans, open: [...open, ...calls.slice(i)] }
        plans.push(plan)
      }
      await pace()
    }
    return { plans, open }
  }

  async function confirmAccess(call: Call): Promise<boolean> {
    try {
      call.scope = await confirmed(call.scope)
      return true
    } catch (error) {
      call.reject(error)
      return false
    }
  }

  /** One attempt for all calls. Returns the calls that remain open. */
  async function attempt(calls: readonly Call[]): Promise<Call[]> {
    const { plans: together, open } = await planAll(calls)
    if (together.length === 0) return open
    const outcome = await commitTogether(
      db.together,
      together.map(({ plan }) => plan),
    )
    if (outcome.kind === 'committed') {
      for (const { call, plan } of together) succeed(call, plan, () => plan.result(outcome.returned))
      return open
    }
    const refused = new Set(outcome.kind === 'refused' ? outcome.of : together.keys())
    for (const [place, { call, plan }] of together.entries()) {
      call.isLater = outcome.kind === 'refused' && outcome.again.includes(place)
      if (!refused.has(place)) open.push(call)
      else if (outcome.kind === 'refused' && outcome.reason !== 'stale')
        call.reject(errorOf(plan, outcome, place))
      else {
        call.attempts++
        if (outcome.kind === 'refused') call.reload = new Set([String(outcome.detail.input)])
        open.push(call)
      }
    }
    if (outcome.kind === 'conflict') await pauseAfter(together[0]!.call.attempts)
    if (outcome.kind !== 'unplaced') return open
    // One of them is to blame, and the others must not wait for it.
    if (together.length === 1) {
      together[0]!.call.reject(outcome.error)
      return open.filter((call) => call !== together[0]!.call)
    }
    const half = Math.ceil(together.length / 2)
    const callsOf = (part: readonly PlannedCall[]) => part.map(({ call }) => call)
    await process(callsOf(together.slice(0, half)))
    await process(callsOf(together.slice(half)))
    return open.filter((call) => !callsOf(together).includes(call))
  }

  function succeed(call: Call, plan: Plan<unknown>, result: () => unknown): void {
    call.scope.assumed?.setConfirmed()
    for (const { used, value } of plan.becomes ?? []) inputs.store(used, value)
    try {
      call.resolve(result())
    } catch (error) {
      call.reject(error)
    }
  }

  async function process(calls: readonly Call[]): Promise<void> {
    let open = [...calls]
    try {
      while (open.length > 0) {
        const now = open.filter(({ isLater }) => !isLater)
        const later = now.length === 0 ? [] : open.filter(({ isLater }) => isLater)
        open = [...(await attempt(now.length === 0 ? open : now)), ...later]
        const locked = open.filter(({ attempts }) => attempts > maxUnlocked)
        for (const call of locked) await runLocked(call)
        open = open.filter((call) => !locked.includes(call))
        const looked = await Promise.all(
          open.map((call) => (needsAccess(call) ? confirmAccess(call) : Promise.resolve(true))),
        )
        open = open.filter((_, i) => looked[i])
      }
    } catch (error) {
      // It is unknown how far they came.
      for (const call of calls) if (!call.isMoved) call.reject(error)
    }
  }

  /** In a transaction that reads its inputs with locks: one that is open already, or one for this call alone. */
  async function runLocked(call: Call): Promise<void> {
    for (;;) {
      try {
        call.scope = await confirmed(call.scope)
        call.resolve(await db.tx((tx) => inTransaction(tx, call)))
        return
      } catch (error) {
        const isWorthRepeating =
          !db.isInTransaction() && /^40/.test(String((error as { code?: unknown })?.code))
        if (!isWorthRepeating || ++call.attempts > maxAttempts) return call.reject(error)
        await pauseAfter(call.attempts - maxUnlocked)
      }
    }
  }

  async function inTransaction(tx: Tx, { operation, scope, request }: Call): Promise<unknown> {
    const send = (statements: readonly Statement[]) =>
      Promise.all(statements.map((each) => tx.pipelineAndAwait<unknown>(each)))
    const used = operation.inputs(scope, request)
    const { values } = await inputs.load(Object.values(used), send, { reload: 'all', isLocked: true })
    const named = Object.entries(used).map(([name, each]) => [name, values.get(nameOf(each)) ?? null])
    const plan = await operation.plan({
      scope,
      request,
      lane: inOwnTransaction,
      q: tx,
      inputs: Object.fromEntries(named) as Values<AnyInputs>,
    })
    if ('lane' in plan) throw new Error(`the operation ${operation.name} leaves the lane of its transaction`)
    const { statements, returnedBy, committed } = statementsOf([plan])
    try {
      const returned = returnedBy(await send(statements))
      committed()
      return plan.result(returned)
    } catch (error) {
      const refusal = refusalOf(error)
      throw refusal ? errorOf(plan, refusal, 0) : error
    }
  }

  function enqueue(call: Call, { name, isAlone = false }: Lane): void {
    const waiting = lanes.get(name)
    if (waiting) {
      waiting.push(call)
      return
    }
    const queue = [call]
    lanes.set(name, queue)
    void drain(name, queue, isAlone ? 1 : maxTogether)
  }

  async function drain(name: string, queue: Call[], most: number): Promise<void> {
    while (queue.length > 0) await process(queue.splice(0, most))
    lanes.delete(name)
  }

  const run: RunOperation = (operation, scope, request) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>()
    const lane = operation.lane?.(scope, request) ?? null
    const call: Call = {
      operation: operation as unknown as AnyOperation,
      request,
      lane,
      scope,
      attempts: 0,
      isLater: false,
      isMoved: false,
      reload: new Set(),
      resolve: resolve as (result: unknown) => void,
      reject,
    }
    if (db.isInTransaction()) void runLocked(call)
    else if (lane) enqueue(call, lane)
    else void process([call])
    return promise
  }
  return run
}

// It waits for no one, so no operation has to leave it.
const inOwnTransaction: Lane = { name: 'transaction', isAlone: true }

const needsAccess = ({ scope, reload }: Call): boolean =>
  scope.assumed !== undefined && (reload === 'all' || reload.has(accessName))
const accessName = 'access'

/** The plan with the demands that its inputs are unchanged, and its caller still has access. */
function withDemands(
  { scope: { assumed } }: Call,
  plan: Plan<unknown>,
  used: AnyInputs,
  values: ReadonlyMap<string, unknown>,
): Plan<unknown> {
  const demands: Demand[] = []
  const isStale = (name: string, key: string, condition: Statement) =>
    demands.push({ name, key, condition, reason: 'stale' })
  if (assumed) isStale(accessName, statementKey(assumed.isStill), assumed.isStill)
  demands.push(...(plan.demands ?? []))
  for (const { input, key } of Object.values(used)) {
    const value = values.get(nameOf({ input, key })) ?? null
    const condition = value === null ? null : input.isUnchanged(key, value)
    if (condition) isStale(input.name, input.cacheKey(key), condition)
  }
  return { ...plan, demands }
}
