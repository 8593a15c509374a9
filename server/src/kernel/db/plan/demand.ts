import type { AppError, ErrorCode } from '../../errors.ts'
import { type Statement, sql, sqlText } from '../statement.ts'

/** Why the database refuses a plan. `stale`: an input is no longer the row that the plan was made with. */
export type Reason = ErrorCode | 'stale'

/** Facts about a refusal. */
export type Detail = {
  /** The places of the refused plans in their batch. */
  readonly of?: readonly number[]
  /** Plans that only a plan in front of them prevents. That one may be refused too, so they are tried again behind it. */
  readonly again?: readonly number[]
  /** The refused rows of the plan. */
  readonly rows?: readonly RefusedRow[]
  readonly [fact: string]: unknown
}

/**
 * A condition that must hold for a plan to be committed. Demands of one name are checked together, in the order of
 * their keys, so that all transactions take the locks of their conditions in one order.
 */
export type Demand = {
  readonly name: string
  readonly key: string
  readonly condition: Statement
  readonly reason: Reason
  /** The error for a refusal; without it the plan has one for the reason. */
  error?(): AppError
}

/** An expression that fails the statement unless the condition holds. `detail` is computed only for a refusal. */
export function demand(condition: Statement, reason: Reason, detail?: Statement): Statement {
  const name = sqlText(`'${reason}'`)
  if (detail === undefined) return sql`demand(${condition}, ${name})`
  return sql`(select demand(c.ok, ${name}, case when c.ok is not true then ${detail} end)
    from (select ${condition} as ok) c)`
}

/** The same with facts that are known before the statement is sent. */
export const demandOf = (condition: Statement, reason: Reason, detail: Detail): Statement =>
  sql`demand(${condition}, ${sqlText(`'${reason}'`)}, ${JSON.stringify(detail)}::jsonb)`

/**
 * The detail of a demand about many rows: the places of all refused plans, and the field of each refused row. They are in
 * the columns `of`, `field` and `is_again` of a table of the statement.
 */
export const placesIn = (table: string): Statement => sql`(
  select jsonb_build_object(
    'of', coalesce(jsonb_agg(distinct p.of) filter (where not p.is_again), '[]'),
    'again', coalesce(jsonb_agg(distinct p.of) filter (where p.is_again), '[]'),
    'rows', jsonb_agg(jsonb_build_object('of', p.of, 'field', p.field) order by p.of, p.field))
  from ${sqlText(table)} p)`

export type RefusedRow = { readonly of: number; readonly field: number }

export type Refusal = { readonly reason: Reason; readonly detail: Detail }

type DatabaseError = { code?: unknown; constraint?: unknown; detail?: unknown }

/** The refused demand that an error reports; null for every other error. */
export function refusalOf(error: unknown): Refusal | null {
  const { code, constraint, detail } = (error ?? {}) as DatabaseError
  if (code !== refusedCode || typeof constraint !== 'string') return null
  return { reason: constraint as Reason, detail: JSON.parse(typeof detail === 'string' ? detail : '{}') }
}

const refusedCode = 'ST001'
