import type pg from 'pg'

/** So many runs of so many steps each, all enqueued together. */
export type Job = { runs: number; steps: number }

/** Does the job on a separate database and resolves when the last run has ended. */
export type Contestant = { work(job: Job): Promise<void> }

/** The concurrency of each of them, and the number of connections. */
export const concurrency = 20
export const poolSize = 10

/** Replies to each message of the parent process with the seconds its job took. */
export function serve(open: (database: pg.ClientConfig) => Promise<Contestant>): void {
  let contestant: Contestant | null = null
  process.on('message', async (message: { database: pg.ClientConfig } | Job) => {
    try {
      if ('database' in message) {
        contestant = await open(message.database)
        process.send!({ seconds: 0 })
        return
      }
      const startedAt = performance.now()
      await contestant!.work(message)
      process.send!({ seconds: (performance.now() - startedAt) / 1000 })
    } catch (error) {
      process.send!({ fault: String(error) })
    }
  })
}
