import { runAllSettled } from '../async/all-tried.ts'
import { forEachSettled } from '../async/for-each-settled.ts'
import type { Log } from '../log.ts'

export type LostWorkDeps = {
  log: Pick<Log, 'warn'>
  /** Longer than between two signs of life of a node. */
  everyMs?: number
}

/** How an area ends what nodes that died have left behind. */
export type LostWorkSource<Work extends { id: string }> = {
  /** For the log, in the plural. */
  name: string
  list(): Promise<Work[]>
  giveUp(work: Work): Promise<void>
}

export type LostWork = {
  register<Work extends { id: string }>(source: LostWorkSource<Work>): void
  /** Looks once. */
  sweep(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const defaultEveryMs = 4_000

/**
 * Looks every few seconds, on every node, for what a node that died had begun: its credits are not held until another
 * node happens to start, or until the next sweep.
 */
export function createLostWork({ log, everyMs = defaultEveryMs }: LostWorkDeps): LostWork {
  const sources: (() => Promise<void>)[] = []
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let hasFailed = false

  const sweep = () => runAllSettled(sources, 'several kinds of abandoned work were not given up')

  async function look(): Promise<void> {
    // After the database was away nodes that live must be able to say so first.
    if (hasFailed) {
      hasFailed = false
      return
    }
    try {
      await sweep()
    } catch (error) {
      hasFailed = true
      log.warn({ err: error }, 'abandoned work was not given up')
    }
  }

  return {
    register({ name, list, giveUp }) {
      const failed = `some abandoned ${name} were not given up`
      sources.push(async () => forEachSettled(await list(), giveUp, { log, failed }))
    },
    sweep,
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
