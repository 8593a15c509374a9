import { median } from '../report-format.ts'

/** Processor time is a ratio: to a request of the plain server, or to the same request of the base. */
export type Costs = { roundTrips: number; statements: number; walBytes: number; cpu: number }

/** The most that a row may cost: a multiple of the base, and a constant. */
type Limits = Readonly<Record<keyof Costs, { factor: number; extra: number }>>

/** Microseconds of processor time for a call, of two servers in rounds that follow one another. */
export type Round = { now: number; reference: number }

/** Counts and rounds of a row. `base` is null for a row that is not stored. */
export type Measurement = { now: Omit<Costs, 'cpu'>; base: Costs | null; rounds: readonly Round[] }

export const costKeys = ['roundTrips', 'statements', 'walBytes', 'cpu'] as const

// A page more or less in the log.
const walTolerance = 400

/** Stored costs come from another machine. */
export const storedLimits: Limits = {
  roundTrips: { factor: 1.15, extra: 0 },
  statements: { factor: 1.15, extra: 0 },
  walBytes: { factor: 1.15, extra: walTolerance },
  cpu: { factor: 1.15, extra: 0.3 },
}

/** A base that is measured beside the present code has the same noise. */
export const againstLimits: Limits = {
  roundTrips: { factor: 1, extra: 0 },
  statements: { factor: 1, extra: 0 },
  walBytes: { factor: 1, extra: walTolerance },
  cpu: { factor: 1.05, extra: 0 },
}

/** Each round is compared with its neighbour in time. */
export const costsOf = ({ now, rounds }: Measurement): Costs => ({
  ...now,
  cpu: Number(median(rounds.map((round) => round.now / round.reference)).toFixed(3)),
})

/** Two measurements of one row: other work on the machine only adds to counts, and more rounds make a median steadier. */
export const joined = (first: Measurement, second: Measurement): Measurement => ({
  now: least(first.now, second.now),
  base: first.base && second.base && { ...least(first.base, second.base), cpu: first.base.cpu },
  rounds: [...first.rounds, ...second.rounds],
})

const least = (first: Omit<Costs, 'cpu'>, second: Omit<Costs, 'cpu'>): Omit<Costs, 'cpu'> => ({
  roundTrips: Math.min(first.roundTrips, second.roundTrips),
  statements: Math.min(first.statements, second.statements),
  walBytes: Math.min(first.walBytes, second.walBytes),
})

/** The reasons for which a row fails; none when it passes. */
export function growthOf(measurement: Measurement, limits: Limits): string[] {
  const { base } = measurement
  if (base === null) return ['not in the table: npm run bench:guard -- --write']
  const costs = costsOf(measurement)
  return costKeys.flatMap((key) => {
    const limit = base[key] * limits[key].factor + limits[key].extra
    // NaN passes nowhere: processor time cannot be measured on every system.
    return costs[key] <= limit ? [] : [`${key} ${costs[key]}, at most ${Number(limit.toFixed(2))}`]
  })
}
