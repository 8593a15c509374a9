import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Tx } from '../db.ts'
import { allOf, prepared, type Statement, sql, statementKey } from '../statement.ts'
import { type Demand, type Detail, demandOf, type Reason, type Refusal, refusalOf } from './demand.ts'
import type { Plan, Returned } from './plan.ts'
import type { RowWriter } from './rows.ts'

type Planned = Pick<Plan<unknown>, 'demands' | 'rows'>

export type Outcome =
  | { readonly kind: 'committed'; readonly returned: Returned }
  /** Another transaction was in the way, and nothing is written: the same again may succeed. */
  | { readonly kind: 'conflict'; readonly error: unknown }
  | {
      readonly kind: 'refused'
      readonly reason: Reason
      readonly detail: Detail
      readonly of: readonly number[]
      readonly again: readonly number[]
    }
  /** The database cannot store a value of one of the plans, and does not say of which. */
  | { readonly kind: 'unplaced'; readonly error: unknown }

type RowsOfWriter = { writer: RowWriter<unknown>; rows: unknown[]; of: number[] }

const phases = ['lock', 'write', 'count']
const phaseOf = ({ writer }: RowsOfWriter) => phases.indexOf(writer.phase ?? 'write')

function rowsByWriter(plans: readonly Planned[]): RowsOfWriter[] {
  const byWriter = new Map<RowWriter<unknown>, RowsOfWriter>()
  for (const [place, plan] of plans.entries())
    for (const { writer, rows } of plan.rows) {
      const group = byWriter.get(writer) ?? { writer, rows: [], of: [] }
      byWriter.set(writer, group)
      for (const row of rows) {
        group.rows.push(row)
        group.of.push(place)
      }
    }
  return [...byWriter.values()].filter(({ rows }) => rows.length > 0).sort((a, b) => phaseOf(a) - phaseOf(b))
}

type PlacedDemand = Demand & { of: number[] }

/** Each condition once, for all plans that demand it. */
function distinctDemands(plans: readonly Planned[]): PlacedDemand[] {
  const byCondition = new Map<string, PlacedDemand>()
  for (const [place, { demands = [] }] of plans.entries())
    for (const demanded of demands) {
      const { name, condition } = demanded
      const key = plans.length === 1 ? name + demanded.key : `${name} ${statementKey(condition)}`
      const placed = byCondition.get(key)
      if (placed) placed.of.push(place)
      else byCondition.set(key, { ...demanded, of: [place] })
    }
  const byName = Map.groupBy(byCondition.values(), ({ name }) => name)
  return [...byName.values()].flatMap((group) => group.sort((a, b) => (a.key < b.key ? -1 : 1)))
}

const fenceOf = (demands: readonly PlacedDemand[]): Statement =>
  allOf(demands.map(({ name, condition, reason, of }) => demandOf(condition, reason, { input: name, of })))

// Each connection keeps the plan of each form, and a fence has a form for each number of demands.
const maxPrepared = 4

function fenceStatement(demands: readonly PlacedDemand[]): Statement {
  const statement = sql`select ${fenceOf(demands)}`
  return demands.length <= maxPrepared ? prepared(statement) : statement
}

/** The statements of some plans, and the results that each writer gets from them. */
export function statementsOf(plans: readonly Planned[]) {
  const groups = rowsByWriter(plans)
  const demands = distinctDemands(plans)
  const carrier = groups[0]?.writer.takesFence ? groups[0].writer : null
  const statements = demands.length > 0 && carrier === null ? [fenceStatement(demands)] : []
  const places = new Map<unknown, { from: number; to: number }>()
  for (const { writer, rows, of } of groups) {
    const from = statements.length
    const fence = writer === carrier ? fenceOf(demands) : null
    statements.push(...writer.statements(rows, { of, fence }))
    places.set(writer, { from, to: statements.length })
  }
  const returnedBy = (results: readonly unknown[][]): Returned => ({
    of(writer) {
      const { from, to } = places.get(writer) ?? { from: 0, to: 0 }
      return results.slice(from, to)
    },
  })
  return {
    statements,
    returnedBy,
    committed: () => {
      for (const { writer, rows } of groups) writer.onCommitted?.(rows)
    },
  }
}

const conflictCodes = new Set<unknown>(['23505', '40001', '40P01'])

export type Send = (statements: readonly Statement[]) => Promise<unknown[][]>

/** Sends plans as one transaction. After any failure that is no outcome no one knows whether it was committed. */
export async function commitTogether(send: Send, plans: readonly Planned[]): Promise<Outcome> {
  const { statements, returnedBy, committed } = statementsOf(plans)
  try {
    const returned = returnedBy(await send(statements))
    committed()
    return { kind: 'committed', returned }
  } catch (error) {
    return outcomeOf(error, plans.length)
  }
}

function outcomeOf(error: unknown, plans: number): Outcome {
  const refusal = refusalOf(error)
  if (refusal) {
    const { of, again } = placesOf(refusal, plans)
    return of.length + again.length === 0
      ? { kind: 'unplaced', error }
      : { kind: 'refused', ...refusal, of, again }
  }
  const { code } = (error ?? {}) as { code?: unknown }
  if (conflictCodes.has(code)) return { kind: 'conflict', error }
  // A value that cannot be stored, a limit, or a demand without a place. A wait that was too long is none of them: the same
  // again would wait as long for each part of the batch.
  if (/^(22|23|54|ST)/.test(String(code))) return { kind: 'unplaced', error }
  throw error
}

/** A plan that is alone is refused, whether its demand has a place or not. */
function placesOf({ detail: { of = [], again = [] } }: Refusal, plans: number) {
  return plans === 1 ? { of: [0], again: [] } : { of, again: again.filter((place) => !of.includes(place)) }
}

type Refusable = Pick<Plan<unknown>, 'demands' | 'refusal'>

/** The error that the plan at a place of its batch has for a refused demand. */
export function errorOf({ demands, refusal }: Refusable, { reason, detail }: Refusal, place: number): Error {
  const refused = demands?.find(({ name }) => name === detail.input)
  const rows = detail.rows?.filter(({ of }) => of === place) ?? []
  const error = refused?.error?.() ?? refusal?.(reason, { ...detail, rows })
  return error ?? new Error(`no error is named for the refused demand ${reason}`)
}

function appErrorOf(plan: Refusable, refusal: Refusal, place: number): AppError {
  const error = errorOf(plan, refusal, place)
  if (error instanceof AppError) return error
  throw error
}

export const pauseAfter = (attempts: number): Promise<void> => pause(Math.random() * 20 * 2 ** attempts)

/**
 * Writes the rows of plans in a transaction of the caller. Plans that the database refuses write nothing and get their
 * error; the others are written.
 */
export async function writePlans(
  tx: Tx,
  plans: readonly Pick<Plan<unknown>, 'demands' | 'rows' | 'refusal'>[],
): Promise<(AppError | null)[]> {
  const errors: (AppError | null)[] = plans.map(() => null)
  let open = plans.map((plan, place) => ({ plan, place }))
  let later: typeof open = []
  while (open.length > 0) {
    const { statements } = statementsOf(open.map(({ plan }) => plan))
    try {
      await tx.savepoint(() => Promise.all(statements.map((each) => tx.pipelineAndAwait(each))))
      open = later
      later = []
    } catch (error) {
      const refusal = refusalOf(error)
      const { of, again } = refusal ? placesOf(refusal, open.length) : { of: [], again: [] }
      if (!refusal || of.length + again.length === 0) throw error
      for (const i of of) errors[open[i]!.place] = appErrorOf(open[i]!.plan, refusal, i)
      later.push(...again.map((i) => open[i]!))
      open = open.filter((_, i) => !of.includes(i) && !again.includes(i))
      if (open.length === 0) [open, later] = [later, []]
    }
  }
  return errors
}
