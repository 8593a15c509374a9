/** How many runs of a pool execute concurrently in each process, and how many of one project on all nodes together. */
export type PoolLimits = { concurrency: number; perProject: number }

/**
 * Kinds of runs that behave alike share a pool. Runs of one pool never wait for those of another: what lives for hours
 * takes nothing from what takes milliseconds, and a slow receiver takes nothing from work on our own data.
 */
export const runPools = {
  /** Work on our own data that ends soon: imports, upkeep. */
  work: { concurrency: 20, perProject: 20 },
  /** Waits for servers of others for most of its time, and costs next to nothing meanwhile. */
  outgoing: { concurrency: 64, perProject: 20 },
  /** Lives for minutes or hours: workflows. */
  executions: { concurrency: 200, perProject: 50 },
  /** Waits for models and people for most of its time, while someone reads along. */
  agents: { concurrency: 400, perProject: 200 },
} as const satisfies Record<string, PoolLimits>

export type RunPool = keyof typeof runPools
