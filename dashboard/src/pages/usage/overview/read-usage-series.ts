import type { Stoa, UsageEntry, UsageGroup } from '@stoa/sdk'
import type { DayRange } from '../../../features/usage/date-range.ts'

export const splits = ['type', 'eUID', 'model', 'tool'] as const
export type Split = (typeof splits)[number]

export type ChartGroup = { name: string; values: readonly number[] }
export type ChartData = {
  total: readonly number[]
  groups: readonly ChartGroup[]
  /** What no group has: the smaller ones, and what belongs to none. */
  rest: readonly number[]
}

const path = '/api/v1/usage'
// As many as there are distinguishable colours.
const groupLimit = 5
const pageSize = 100

type Narrowed = { eUID?: string | undefined; type?: string | undefined; model?: string; toolSlug?: string }

const isGroup = (item: UsageEntry | UsageGroup): item is UsageGroup => 'group' in item

/** The name of the filter that leaves one group. */
const filterOf: Record<Split, 'type' | 'eUID' | 'model' | 'toolSlug'> = {
  type: 'type',
  eUID: 'eUID',
  model: 'model',
  tool: 'toolSlug',
}

/** Credits by day, those of the largest groups apart. One request per group, all sent in parallel. */
export async function readChart(
  api: Stoa,
  range: DayRange,
  split: Split | null,
  eUID: string | undefined,
  signal: AbortSignal,
): Promise<ChartData> {
  const [total, largest] = await Promise.all([
    readDays(api, range, { eUID }, signal),
    split === null ? [] : readGroups(api, range, split, { eUID }, groupLimit, signal),
  ])
  const named = largest.flatMap(({ group, credits }) => (group !== null && credits > 0 ? [group] : []))
  const groups = await Promise.all(
    named.map(async (name) => ({
      name,
      values: await readDays(api, range, { eUID, [filterOf[split!]]: name }, signal),
    })),
  )
  return { total, groups, rest: restOf(total, groups) }
}

export function restOf(total: readonly number[], groups: readonly ChartGroup[]): number[] {
  return total.map((credits, day) => {
    const rest = groups.reduce((left, { values }) => left - (values[day] ?? 0), credits)
    // Amounts have six decimals: what is smaller comes from subtracting doubles.
    return Math.abs(rest) < 0.000_000_5 ? 0 : rest
  })
}

async function readDays(
  api: Stoa,
  range: DayRange,
  narrowed: Narrowed,
  signal: AbortSignal,
): Promise<number[]> {
  const byDay = new Map<string, number>()
  const query = { ...narrowed, from: range.from, to: range.to, groupBy: 'day', limit: pageSize } as const
  for await (const item of api.pages(path, { query: query as never, signal }))
    if (isGroup(item) && item.group !== null) byDay.set(item.group, item.credits)
  return range.days.map((day) => byDay.get(day) ?? 0)
}

/** The largest groups, with what belongs to none among them. */
export async function readGroups(
  api: Stoa,
  { from, to }: Pick<DayRange, 'from' | 'to'>,
  groupBy: Split,
  narrowed: Narrowed,
  limit: number,
  signal: AbortSignal,
): Promise<UsageGroup[]> {
  const query = { ...narrowed, from, to, groupBy, limit }
  return (await api.get(path, { query: query as never, signal })).filter(isGroup)
}
