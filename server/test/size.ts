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
