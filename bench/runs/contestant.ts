import type pg from 'pg'

/** So many runs of so many steps each, all asked for at once. */
export type Job = { runs: number; steps: number }

/** Does the job on a database of its own and resolves when the last run has ended. */
export type Contestant = { work(job: Job): Promise<void> }

/** How many runs each of them may have at work at once, and how many connections. */
export const concurrency = 20
export const poolSize = 10

/** Answers each message of the parent process with the seconds its job took. */
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
