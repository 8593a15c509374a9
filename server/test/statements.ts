import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection, Statement } from '../src/kernel/db/db.ts'
import type { Postgres } from '../src/kernel/db/postgres.ts'

/** What the product sends to a database of the tests: every text once, and those of one piece of work in their order. */
export function createStatementRecorder() {
  const texts = new Set<string>()
  const context = new AsyncLocalStorage<string[]>()

  function note({ text }: Statement): void {
    texts.add(text)
    context.getStore()?.push(text)
  }

  const recordConnection = (connection: Connection): Connection => ({
    ...connection,
    rows(statement) {
      note(statement)
      return connection.rows(statement)
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
        return driver.rows(statement)
      },
      together(statements) {
        statements.forEach(note)
        return driver.together(statements)
      },
      begin: (work) => driver.begin((connection) => work(recordConnection(connection))),
    }),
    /** The result of the work, and what was sent for it; what runs in the background is no part of it. */
    async during<T>(work: () => Promise<T>): Promise<{ result: T; sent: string[] }> {
      const sent: string[] = []
      return { result: await context.run(sent, work), sent }
    },
  }
}

export type StatementRecorder = ReturnType<typeof createStatementRecorder>
