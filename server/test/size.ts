type Sizes = {
  /** In `npm test`: enough to find a fault that is not rare. */
  short: number
  /** In `npm run test:slow`. */
  long: number
  /** The variable that sets another number. */
  variable?: string
}

/** How much is played by a test that could go on for hours: random programs, crowds, storms. */
export function sizeOf({ short, long, variable }: Sizes): number {
  const chosen = variable === undefined ? undefined : process.env[variable]
  if (chosen !== undefined) return Number(chosen)
  return process.env.STOA_TEST_SLOW ? long : short
}

/**
 * Of like cases, all in `npm run test:slow` and so many in `npm test`, from all parts of the list. Where many subjects meet
 * one list, `turn` counts the subjects: each meets other cases than the one before it.
 */
export function someOf<T>(cases: readonly T[], short: number, turn = 0): readonly T[] {
  if (process.env.STOA_TEST_SLOW || cases.length <= short) return cases
  const at = (i: number) => (Math.floor((i * cases.length) / short) + turn) % cases.length
  return Array.from({ length: short }, (_, i) => cases[at(i)]!)
}

/** Options of a test that takes many seconds and whose subject shorter ones cover too: `npm run test:slow` plays it. */
export const inLongRun = { skip: process.env.STOA_TEST_SLOW ? false : 'npm run test:slow plays it' } as const
