export type ChartSeries = {
  id: string
  label: string
  /** Which of the colours; the last one is for the rest. */
  color: 1 | 2 | 3 | 4 | 5 | 'rest'
  values: readonly number[]
}

export type ChartColumn = { id: string; short: string; long: string }
