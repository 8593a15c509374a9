const dayMs = 24 * 60 * 60 * 1000

const presets = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

type Days = { from?: string | undefined; to?: string | undefined }

/** The first of so many days, the last of which is today. Days are those of UTC, as in the API. */
export const firstDayOf = (days: number, now: Date): string =>
  new Date(now.getTime() - (days - 1) * dayMs).toISOString().slice(0, 10)

/** Which preset two days are: empty where there are none, `own` where they were chosen one by one. */
export function presetOf({ from, to }: Days, now: Date): string {
  if (!from && !to) return ''
  return (!to && presets.find(({ value }) => firstDayOf(Number(value), now) === from)?.value) || 'own'
}

export const presetChoices: readonly { value: string; label: string }[] = [
  ...presets,
  { value: 'own', label: 'Custom range' },
]
