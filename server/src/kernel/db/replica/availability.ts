import { bytesBetween, type ServerState, type Unsuitable, unsuitable } from './standby.ts'

export type Notice = (message: string, facts?: object) => void

type AvailabilityOptions = { onNotice: Notice; now: () => number; fault: string | null }

// One that is further behind than a few milliseconds stays so for a while, and asking it each time would only add to that.
const behindMs = 250
const unusableMs = 5_000
// Commits that do not wait for the disk reach a standby within 0.2 s: until then there is nothing to report.
const lateMs = 5_000

export const outOfReach: Unsuitable = {
  fault: 'the replica cannot be reached',
  fix: 'start it, or check STOA_DATABASE_REPLICA_URL and the network between',
}

/** What is known of a standby: whether it can be used, until when it is left alone, and since when it is behind. */
export function createAvailability({ onNotice, now, fault }: AvailabilityOptions) {
  let restsUntil = 0
  /** A position that had not been replayed, and since when. */
  let awaited: { lsn: string; since: number } | null = null

  function report(reason: string, facts: object = {}): void {
    if (fault !== reason) onNotice(`Lists are read from the primary: ${reason}`, facts)
    fault = reason
  }

  function unusable(reason: string, facts?: object): void {
    restsUntil = now() + unusableMs
    report(reason, facts)
  }

  const hasPassed = ({ lsn }: ServerState) => awaited === null || bytesBetween(awaited.lsn, lsn) >= 0

  function behind(primary: ServerState, standby: ServerState): void {
    restsUntil = now() + behindMs
    if (awaited === null || hasPassed(standby)) awaited = { lsn: primary.lsn, since: now() }
    if (now() - awaited.since >= lateMs) report('the replica is behind')
  }

  return {
    fault: () => fault,
    rests: () => now() < restsUntil,
    usable(): void {
      if (fault !== null) onNotice('Lists are read from the replica')
      fault = null
      awaited = null
    },
    outOfReach: (error: unknown) => unusable(outOfReach.fault, { err: error }),
    /** A list found it not to be where the primary is. */
    notThere(primary: ServerState, standby: ServerState): void {
      const found = unsuitable(primary, standby)
      if (found === null) behind(primary, standby)
      else unusable(found.fault, { fix: found.fix })
    },
    /** Whether it can be tried again: lists check where it is themselves. */
    mayReturn: (primary: ServerState, standby: ServerState): boolean =>
      unsuitable(primary, standby) === null && hasPassed(standby),
  }
}
