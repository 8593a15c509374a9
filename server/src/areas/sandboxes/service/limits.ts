/** The limits of every script and session; the engine enforces the first three. */
export const sandboxLimits = {
  memoryMb: 128,
  diskMb: 32,
  workspaceFiles: 1000,
  cpuMs: 20_000,
  runningPerUser: 5,
  /** Paused ones cost storage only, but not nothing. */
  openPerUser: 100,
  /** Scripts of one session that wait behind the one that runs. */
  waiting: 5,
} as const

export const pausedDays = 30
export const endedDays = 30
