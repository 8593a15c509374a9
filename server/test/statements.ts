import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { Connection, Statement } from '../src/kernel/db/db.ts'
import type { Postgres } from '../src/kernel/db/postgres.ts'

type Recorded = { sent: string[]; rows: number; onRoundTrip?: () => void }

/** What the product sends to a database of the tests: every text once, and those of one piece of work in their order. */
export function createStatementRecorder() {
  const texts = new Set<string>()
  const context = new AsyncLocalStorage<Recorded>()

  function note({ text }: Statement): void {
    texts.add(text)
    context.getStore()?.sent.push(text)
  }

  /** The rows of a statement, counted. */
  async function counted<R extends readonly unknown[]>(rows: Promise<R>): Promise<R> {
    const result = await rows
    const recorded = context.getStore()
    if (recorded) recorded.rows += result.length
    recorded?.onRoundTrip?.()
    return result
  }

  const recordConnection = (connection: Connection): Connection => ({
    ...connection,
    rows(statement) {
      note(statement)
      return counted(connection.rows(statement))
    },
    pipeline(statement) {
      note(statement)
      connection.pipeline(statement)
    },
    pipelineAndAwait(statement) {
      note(statement)
      return connection.pipelineAndAwait(statement)
    },
  })

  return {
    texts: (): string[] => [...texts],
    record: (driver: Postgres): Postgres => ({
      ...driver,
      rows(statement) {
        note(statement)
        return counted(driver.rows(statement))
      },
      async together(statements) {
        statements.forEach(note)
        const results = await driver.together(statements)
        for (const rows of results) await counted(Promise.resolve(rows))
        return results
      },
      begin: (work) => driver.begin((connection) => work(recordConnection(connection))),
    }),
    /** The result of the work, what was sent for it, and how many rows came back; what runs in the background is no part of it. */
    async during<T>(work: () => Promise<T>): Promise<{ result: T } & Recorded> {
      const recorded: Recorded = { sent: [], rows: 0 }
      const result = await context.run(recorded, work)
      return { result, ...recorded }
    },
    /** Begins `other` beside the work as soon as so many of its round trips are over, or when it is over. */
    async beside<T, U>(
      work: () => Promise<T>,
      { at, other }: { at: number; other: () => Promise<U> },
    ): Promise<{ result: T; otherResult: U; roundTrips: number }> {
      // It is no part of a transaction of the work.
      const begin = AsyncResource.bind(other)
      let [roundTrips, running]: [number, Promise<U> | null] = [0, null]
      const onRoundTrip = () => {
        if (++roundTrips === at) running = begin()
      }
      const result = await context.run({ sent: [], rows: 0, onRoundTrip }, work)
      return { result, otherResult: await (running ?? begin()), roundTrips }
    },
  }
}

export type StatementRecorder = ReturnType<typeof createStatementRecorder>
