import type { Position, ThreadRow } from '../schema/thread.ts'

/** Where the newest state of a thread is. */
export const headOf = ({ headBranch, headPlace }: ThreadRow): Position => ({
  branch: headBranch,
  place: headPlace,
})
