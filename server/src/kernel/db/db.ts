import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'

/** One SQL statement with its parameters, built by the `sql` tag. A name makes the server keep its plan. */
export type Statement = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string }

/** What a store function needs: a place to run one statement. */
export interface Queryable {
  rows<Row>(statement: Statement): Promise<Row[]>
}

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

const fragmentBrand = Symbol('fragment')
type Fragment = Statement & { readonly [fragmentBrand]: true }

const textByTemplate = new WeakMap<TemplateStringsArray, { text: string; name: string }>()

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && (value as Partial<Fragment>)[fragmentBrand] === true

function hasFragment(values: readonly unknown[]): boolean {
  for (const value of values) if (isFragment(value)) return true
  return false
}

/**
 * Builds a statement from a template. Values become bound parameters; a nested `sql` is woven in. Statements
 * without a nested part always have the same text, so they are named and their plan is cached per connection.
 */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  if (!hasFragment(values)) {
    let known = textByTemplate.get(parts)
    if (!known) {
      const text = parts.reduce((joined, part, i) => `${joined}$${i}${part}`)
      known = { text, name: nameOf(text) }
      textByTemplate.set(parts, known)
    }
    return fragment(known.text, values, known.name)
  }
  return fragment(wovenText(parts, values), boundValues(values))
}

/** The forms in which a template was last woven: most are always woven of the same parts, some of a few. */
const wovenByTemplate = new WeakMap<
  TemplateStringsArray,
  { nested: readonly (string | null)[]; text: string }[]
>()
const maxForms = 8

function boundValues(values: readonly unknown[]): unknown[] {
  const bound: unknown[] = []
  for (const value of values)
    if (isFragment(value)) for (const each of value.values) bound.push(each)
    else bound.push(value)
  return bound
}

const nestedText = (value: unknown): string | null => (isFragment(value) ? value.text : null)

function isWovenOf(nested: readonly (string | null)[], values: readonly unknown[]): boolean {
  for (let i = 0; i < nested.length; i++) if (nested[i] !== nestedText(values[i])) return false
  return true
}

function wovenText(parts: TemplateStringsArray, values: readonly unknown[]): string {
  const forms = wovenByTemplate.get(parts) ?? []
  for (const { nested, text } of forms) if (isWovenOf(nested, values)) return text
  let text = parts[0]!
  let bound = 0
  values.forEach((value, i) => {
    if (isFragment(value)) {
      const before = bound
      text += value.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + before}`)
      bound += value.values.length
    } else text += `$${++bound}`
    text += parts[i + 1]!
  })
  wovenByTemplate.set(parts, [...forms.slice(1 - maxForms), { nested: values.map(nestedText), text }])
  return text
}

function fragment(text: string, values: unknown[], name?: string): Fragment {
  return name === undefined
    ? { text, values, [fragmentBrand]: true }
    : { text, values, name, [fragmentBrand]: true }
}

const nameByText = new Map<string, string>()

/**
 * Names a composed statement, so that its plan is cached as well. Only for those that have few forms, and whose
 * best plan does not depend on the values: every connection caches every form.
 */
export function prepared({ text, values }: Statement): Statement {
  let name = nameByText.get(text)
  if (name === undefined) {
    name = nameOf(text)
    nameByText.set(text, name)
  }
  return { text, values, name }
}

/** Planned each time: for tables that may have grown a thousandfold since a plan was cached. */
export const plannedEachTime = ({ text, values }: Statement): Statement => ({ text, values })

const nameOf = (text: string) => createHash('sha1').update(text).digest('base64url').slice(0, 20)

/** In front of what may be lost with the machine as long as everything behind it is: its commit waits for no disk. */
export const withoutDisk: Statement = sql`select set_config('synchronous_commit', 'off', true)`

/** An identifier or keyword written by us. Never pass anything that came from outside: it is not escaped. */
export const sqlText = (text: string): Statement => fragment(text, [])

/** The same with parameters, numbered from one. */
export const sqlWith = (text: string, values: unknown[]): Statement => fragment(text, values)

/** What does the same has the same key. */
export const statementKey = ({ text, values }: Statement): string => JSON.stringify([text, values])

export const distinctStatements = (statements: readonly Statement[]): Statement[] => [
  ...new Map(statements.map((each) => [statementKey(each), each])).values(),
]

/** Joins conditions with `and`; no condition at all is `true`. */
export function allOf(conditions: Statement[]): Statement {
  if (conditions.length <= 1) return conditions[0] ?? sqlText('true')
  const template = conjunctions.get(conditions.length) ?? conjunctionOf(conditions.length)
  return sql(template, ...conditions)
}

/** By the number of what they join, so that all are woven in one call. */
const conjunctions = new Map<number, TemplateStringsArray>()

function conjunctionOf(length: number): TemplateStringsArray {
  const parts = ['', ...Array.from({ length: length - 1 }, () => ' and '), '']
  const template = Object.assign(parts, { raw: parts })
  conjunctions.set(length, template)
  return template
}

/** A text for the right side of `like`, in which the wildcards of the user's text mean themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

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

type TransactionContext = { connection: Connection; isInsideTx: boolean }

/**
 * A statement on `db` inside `db.tx` would silently run outside the transaction. That is always a slip, so it
 * is refused immediately and becomes a failing test.
 */
export function createDb(driver: Driver, replica: ListSource | null = null): Db {
  const lists = {
    together: async (statements: readonly Statement[]) =>
      (await replica?.together(statements)) ?? driver.together(statements),
  }
  const transactionContext = new AsyncLocalStorage<TransactionContext>()
  const ambientConnection = (): Connection | null => {
    const here = transactionContext.getStore()
    if (here?.isInsideTx) throw new Error('db used inside db.tx: pass the tx on instead')
    return here?.connection ?? null
  }
  const inside = <T>(connection: Connection, work: (tx: Tx) => Promise<T>): Promise<T> =>
    transactionContext.run({ connection, isInsideTx: true }, () => work(connection as unknown as Tx))
  return {
    rows: (statement) => (ambientConnection() ?? driver).rows(statement),
    batched() {
      const connection = ambientConnection()
      return connection ? { rows: connection.pipelineAndAwait } : batchedOn(driver)
    },
    lists() {
      const connection = ambientConnection()
      return connection ? { rows: connection.pipelineAndAwait } : batchedOn(replica === null ? driver : lists)
    },
    isInTransaction: () => transactionContext.getStore() !== undefined,
    async tryInOneRoundTrip(statements) {
      const connection = ambientConnection()
      try {
        if (!connection) return await driver.together(statements)
        return await connection.savepoint(() =>
          Promise.all(statements.map((each) => connection.pipelineAndAwait(each))),
        )
      } catch (error) {
        if (isPreconditionFailed(error)) return null
        throw error
      }
    },
    tx(work) {
      const connection = ambientConnection()
      if (connection) return connection.savepoint(() => inside(connection, work))
      return driver.begin((opened) => inside(opened, work))
    },
    ambientTransaction(work) {
      if (ambientConnection()) throw new Error('db.ambientTransaction cannot be nested')
      return driver.begin((connection) =>
        transactionContext.run({ connection, isInsideTx: false }, () =>
          work({ rows: connection.rows, attempt: connection.savepoint }),
        ),
      )
    },
  }
}

export function batchedOn(driver: Pick<Driver, 'together'>): Queryable {
  let waiting: { statement: Statement; result: PromiseWithResolvers<unknown[]> }[] = []
  function send(): void {
    const inBatch = waiting
    waiting = []
    driver.together(inBatch.map(({ statement }) => statement)).then(
      (results) => inBatch.forEach(({ result }, i) => void result.resolve(results[i]!)),
      (error: unknown) => inBatch.forEach(({ result }) => void result.reject(error)),
    )
  }
  return {
    rows<Row>(statement: Statement) {
      const result = Promise.withResolvers<unknown[]>()
      if (waiting.push({ statement, result }) === 1) process.nextTick(send)
      return result.promise as Promise<Row[]>
    },
  }
}
