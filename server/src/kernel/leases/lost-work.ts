import type { Log } from '../log.ts'

export type LostWorkDeps = {
  log: Pick<Log, 'warn'>
  /** Ends what nodes that died have left behind. */
  giveUp(): Promise<void>
  /** For the log, when that failed. */
  failed: string
  /** Longer than between two signs of life of a node. */
  everyMs?: number
}

export type LostWork = { start(): void; stop(): Promise<void> }

const defaultEveryMs = 4_000

/**
 * Looks every few seconds, on every node, for what a node that died had begun: its credits are not held until another
 * node happens to start, or until the next sweep.
 */
export function createLostWork({ log, giveUp, failed, everyMs = defaultEveryMs }: LostWorkDeps): LostWork {
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let hasFailed = false

  async function look(): Promise<void> {
    // After the database was away nodes that live must be able to say so first.
    if (hasFailed) {
      hasFailed = false
      return
    }
    try {
      await giveUp()
    } catch (error) {
      hasFailed = true
      log.warn({ err: error }, failed)
    }
  }

  return {
    start() {
      timer ??= setInterval(() => {
        looking ??= look().finally(() => {
          looking = null
        })
      }, everyMs).unref()
    },
    async stop() {
      if (timer) clearInterval(timer)
      timer = null
      await looking
    },
  }
}
