import type { RunOperation } from './plan/plan.ts'
import type { Queryable, Statement } from './statement.ts'

export {
  allOf,
  distinctStatements,
  likePattern,
  plannedEachTime,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  sqlWith,
  withoutDisk,
} from './statement.ts'

declare const inTransaction: unique symbol

/** A `Queryable` that can only be had inside `db.tx`, so that a signature can demand a transaction. */
export interface Tx extends Queryable {
  readonly [inTransaction]: true
  /**
   * Sends a statement whose result is not needed in front of the next one, and so without an extra round
   * trip. When it fails, the next one fails with its reason and is not run.
   */
  pipeline(statement: Statement): void
  /**
   * The same for one whose result is needed, but not before the next one is sent: it travels with that, or alone when
   * nothing else can be done meanwhile.
   */
  pipelineAndAwait<Row>(statement: Statement): Promise<Row[]>
  /** Runs `work` behind a savepoint: its writes are undone when it throws, and the transaction continues. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

export interface Db extends Queryable {
  /**
   * For independent reads: those that are requested in the same tick share one round trip.
   * When one fails, all of them do.
   */
  batched(): Queryable
  /** For lists: as `batched`, from a replica if there is one and it has all that was committed until now. */
  lists(): Queryable
  /**
   * A transaction in a single round trip: all statements, one result for each. Null, and nothing was done, when one
   * of them demands what is not so or someone else has made the same row; then it must be done step by step.
   */
  tryInOneRoundTrip(statements: readonly Statement[]): Promise<unknown[][] | null>
  /** Plans and commits an operation, together with others of its lane. */
  run: RunOperation
  /** Whether what is done here and now belongs to a transaction that someone opened around it. */
  isInTransaction(): boolean
  /** Runs `work` in one transaction; inside `enclose` it becomes a savepoint of the enclosing one. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Puts everything that `work` does through this port into one transaction, also what opens its own `tx`:
   * a response and the effect it reports are then committed together or not at all.
   */
  ambientTransaction<T>(work: (ambient: AmbientTransaction) => Promise<T>): Promise<T>
}

/** The transaction that `enclose` opened, as its owner sees it. */
export interface AmbientTransaction extends Queryable {
  /** What `work` did is rolled back when it throws, while the enclosing transaction continues. */
  attempt<T>(work: () => Promise<T>): Promise<T>
}

/** One connection inside an open transaction, as the driver provides it. */
export interface Connection extends Queryable {
  /** Travels in front of the next statement, or of the commit. */
  pipeline(statement: Statement): void
  /** Travels in front of the next statement too, or alone when none follows in the same tick. */
  pipelineAndAwait<Row>(statement: Statement): Promise<Row[]>
  /** Runs `work` behind a savepoint: what it did is undone when it throws, and the connection stays usable. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

/** The driver; everything above speaks `Db`. */
export interface Driver {
  rows<Row>(statement: Statement): Promise<Row[]>
  /** Several in one round trip, atomic; one result for each. */
  together(statements: readonly Statement[]): Promise<unknown[][]>
  begin<T>(work: (connection: Connection) => Promise<T>): Promise<T>
}

/** A server from which lists may be read. */
export interface ListSource {
  /** The results in one round trip; null when the primary has to be queried. */
  together(statements: readonly Statement[]): Promise<unknown[][] | null>
}

/** Inside a transaction they use its one connection in the order of the calls. */
export const batched = (q: Queryable): Queryable => ('batched' in q ? (q as Db).batched() : q)

/** The same for lists. */
export const listReads = (q: Queryable): Queryable => ('lists' in q ? (q as Db).lists() : q)

// `demand` found something not to be so; a row was there already; others were in the way.
const preconditionFailedCode = 'ST001'
const slowPathCodes = new Set<unknown>([preconditionFailedCode, '23505', '40001', '40P01'])

/** What a statement that demands something fails with, for those who send several for others. */
export const preconditionFailed = (): Error =>
  Object.assign(new Error('a precondition of the statement failed'), { code: preconditionFailedCode })

/** Whether a statement failed only because of what it demands. */
export const isDemandFailed = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === preconditionFailedCode

/** Whether a transaction failed because it was tried the fast path, and may succeed step by step. */
export const isPreconditionFailed = (error: unknown): boolean =>
  slowPathCodes.has((error as { code?: unknown } | null)?.code)
