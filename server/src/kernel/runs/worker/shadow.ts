/**
 * Which steps an attempt that was lost may have done as well. Records wait in memory, so the lost attempt may have been
 * ahead of what it recorded. It cannot have passed a step that is committed before its caller continues, nor one that
 * records beforehand that it is about to begin, unless the database knows of it. What comes after such a step is out of
 * the shadow; what runs beside it, in another branch, is not.
 */
export type Shadow = {
  /** The lost attempt that may have done what is done now; null when none can have. */
  attempt(): number | null
  /** Called when a step begins and ends. Steps that overlap without separate branches never leave the shadow. */
  enter(): void
  leave(): void
  /** A place was reached that the lost attempt had not passed. */
  pass(): void
  /** Called with every record, also those that wait. */
  record(): void
}

export type NewShadow = (attempt: number | null) => Shadow

export const createShadow: NewShadow = (lost) => {
  let attempt = lost
  let inFlight = 0
  let hasOverlapped = false
  return {
    attempt: () => attempt,
    enter() {
      inFlight++
      hasOverlapped ||= inFlight > 1
    },
    leave() {
      inFlight--
    },
    pass() {
      if (!hasOverlapped) attempt = null
    },
    record() {},
  }
}

/** Behind several branches: in the shadow only if all of them are. */
export const shadowBehind = (branches: readonly Shadow[]): number | null =>
  branches.some((branch) => branch.attempt() === null) ? null : (branches[0]?.attempt() ?? null)
