/** Numbers by index that are zero unless they were raised, and are cleared by forgetting those alone. */
export function createScores() {
  let values = new Float64Array(1_024)
  let touched: number[] = []
  return {
    touched: (): readonly number[] => touched,
    of: (at: number): number => values[at] ?? 0,
    add(at: number, by: number): void {
      if (at >= values.length) values = grown(values, at)
      if (values[at] === 0) touched.push(at)
      values[at]! += by
    },
    raise(at: number, to: number): void {
      if (at >= values.length) values = grown(values, at)
      if (values[at] === 0) touched.push(at)
      if (to > values[at]!) values[at] = to
    },
    clear(): void {
      for (const at of touched) values[at] = 0
      touched = []
    },
  }
}

function grown(values: Float64Array, at: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(values.length * 2, at + 1))
  larger.set(values)
  return larger
}
