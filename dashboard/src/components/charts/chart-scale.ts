const steps = [1, 2, 2.5, 5, 10]

/** Round ticks from zero to at least the largest value, three or four of them. */
export function ticksFor(largest: number): number[] {
  if (!(largest > 0)) return [0, 1]
  const rough = largest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = steps.map((each) => each * power).find((each) => each >= rough * (1 - 1e-9))!
  const ticks: number[] = []
  // Counted, not added up: sums of decimals drift.
  for (let index = 0; ticks.length === 0 || ticks.at(-1)! < largest * (1 - 1e-9); index++)
    ticks.push(Number((index * step).toPrecision(12)))
  return ticks
}

export type Part = { series: number; from: number; to: number }

/** The parts of each column, from the bottom up. What was given back cannot be drawn and counts as nothing. */
export function stacked(series: readonly { values: readonly number[] }[], columns: number): Part[][] {
  return Array.from({ length: columns }, (_, column) => {
    let top = 0
    return series.flatMap(({ values }, index) => {
      const value = Math.max(0, values[column] ?? 0)
      if (value === 0) return []
      const part = { series: index, from: top, to: top + value }
      top += value
      return [part]
    })
  })
}

/** Which columns are named so that the names do not touch; counted from the last, which is today. */
export function namedColumns(columns: number, width: number, nameWidth: number): number[] {
  const every = Math.max(1, Math.ceil((columns * nameWidth) / Math.max(1, width)))
  return Array.from({ length: columns }, (_, index) => index).filter(
    (index) => (columns - 1 - index) % every === 0,
  )
}
