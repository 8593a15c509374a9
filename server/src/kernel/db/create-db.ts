import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Connection,
  type Db,
  type Driver,
  isPreconditionFailed,
  type ListSource,
  type Queryable,
  type Tx,
} from './db.ts'
import { createRun } from './plan/run.ts'
import type { Statement } from './statement.ts'

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
  const isInTransaction = () => transactionContext.getStore() !== undefined
  const tx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const connection = ambientConnection()
    if (connection) return connection.savepoint(() => inside(connection, work))
    return driver.begin((opened) => inside(opened, work))
  }
  const rows: Db['rows'] = (statement) => (ambientConnection() ?? driver).rows(statement)
  return {
    rows,
    run: createRun({ rows, tx, isInTransaction, together: driver.together }),
    batched() {
      const connection = ambientConnection()
      return connection ? { rows: connection.pipelineAndAwait } : batchedOn(driver)
    },
    lists() {
      const connection = ambientConnection()
      return connection ? { rows: connection.pipelineAndAwait } : batchedOn(replica === null ? driver : lists)
    },
    isInTransaction,
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
    tx,
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
