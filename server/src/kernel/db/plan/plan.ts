import type { AppError } from '../../errors.ts'
import type { Scope } from '../../scope.ts'
import type { Queryable } from '../statement.ts'
import type { Demand, Detail, Reason } from './demand.ts'
import type { Used, Values } from './input.ts'
import type { RowBatch, RowWriter } from './rows.ts'

/** The results of the statements of each writer of a commit. */
export type Returned = { of(writer: RowWriter<never>): readonly (readonly unknown[])[] }

/** The decision of an operation: the rows it writes, and the conditions under which it may. */
export type Plan<Result> = {
  readonly demands?: readonly Demand[]
  readonly rows: readonly RowBatch[]
  result(returned: Returned): Result
  /** The error for a refused demand. */
  refusal?(reason: Reason, detail: Detail): AppError
  /** The value of an input after this plan, for plans that follow in the same commit. */
  readonly becomes?: readonly { readonly used: Used; readonly value: unknown }[]
  /** Size of the rows, so that one commit does not hold the event loop. */
  readonly bytes?: number
}

/** The operation has to run in another lane, because it may wait for rows that its neighbours do not need. */
export type Elsewhere = { readonly lane: Lane }

/** Operations of a lane share commits, one commit at a time. With `isAlone` each has its own commit. */
export type Lane = { readonly name: string; readonly isAlone?: boolean }

export type PlanCall<Request, Inputs extends Readonly<Record<string, Used>>> = {
  readonly scope: Scope
  readonly request: Request
  readonly inputs: Values<Inputs>
  /** For reads that are no inputs: what they return is not demanded. */
  readonly q: Queryable
  readonly lane: Lane | null
}

/**
 * One thing that callers do to the database. `inputs` names the rows that decide about it, `plan` decides. A plan has no
 * effect; it throws the `AppError` of a broken rule.
 */
export interface Operation<Request, Inputs extends Readonly<Record<string, Used>>, Result> {
  readonly name: string
  lane?(scope: Scope, request: Request): Lane
  inputs(scope: Scope, request: Request): Inputs
  plan(call: PlanCall<Request, Inputs>): Plan<Result> | Elsewhere | Promise<Plan<Result> | Elsewhere>
}

/** Infers the types of an operation from its parts. */
export const operation = <Request, Inputs extends Readonly<Record<string, Used>>, Result>(
  parts: Operation<Request, Inputs, Result>,
): Operation<Request, Inputs, Result> => parts

export type RunOperation = <Request, Inputs extends Readonly<Record<string, Used>>, Result>(
  operation: Operation<Request, Inputs, Result>,
  scope: Scope,
  request: Request,
) => Promise<Result>
