/** A clock that runs, and can be moved on. */
export function createTestClock() {
  let shiftMs = 0
  return {
    now: () => new Date(Date.now() + shiftMs),
    advance(ms: number) {
      shiftMs += ms
    },
  }
}
