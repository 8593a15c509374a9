export const browserLimits = {
  runningPerUser: 2,
  /** Sessions of a user that wait for one of those to end. */
  pendingPerUser: 5,
  /** Calls of one session that wait behind the one that runs. */
  waiting: 5,
  profilesPerUser: 100,
} as const
