import { parseArgs } from 'node:util'

export type GuardOptions = {
  /** Stores the costs of this run instead of comparing them. */
  write: boolean
  /** The commit to compare with; null for the stored costs. */
  against: string | null
  /** Parts of the names of rows; none means all rows. */
  only: readonly string[]
  rounds: number
}

// Less than six rounds cannot tell a growth of a twentieth from the noise of a machine.
const minRounds = 6
const defaultRounds = 60

export function parseOptions(args: readonly string[]): GuardOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      write: { type: 'boolean', default: false },
      against: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: String(defaultRounds) },
    },
  })
  const { write, against = null, only } = values
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < minRounds)
    throw new Error(`--rounds takes a whole number from ${minRounds} up`)
  if (write && (against !== null || only.length > 0))
    throw new Error('--write stores the costs of all rows: it takes neither --against nor --only')
  return { write, against, only, rounds }
}

/** The rows whose names have one of the parts, in their order. */
export function chooseRows<Row extends { name: string }>(
  rows: readonly Row[],
  only: readonly string[],
): Row[] {
  const unknown = only.find((part) => !rows.some(({ name }) => name.includes(part)))
  if (unknown !== undefined)
    throw new Error(`no row has ${unknown} in its name: ${rows.map(({ name }) => name).join(', ')}`)
  return rows.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))
}
