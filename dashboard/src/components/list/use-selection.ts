import { useState } from 'react'
import { useFilters } from '../../filters.ts'
import type { Marks } from './table.tsx'

/** Rows that were marked, over several pages of one list. Another list begins without any. */
export function useMarks<Row extends { id: string }>(nameOf: (row: Row) => string) {
  const { page: _, new: __, ...narrowing } = useFilters().filters
  const list = JSON.stringify(narrowing)
  const [state, setState] = useState({ list, rows: new Map<string, Row>() })
  const rows = state.list === list ? state.rows : new Map<string, Row>()
  const change = (changed: readonly Row[], isOn: boolean) => {
    const next = new Map(rows)
    for (const row of changed) {
      if (isOn) next.set(row.id, row)
      else next.delete(row.id)
    }
    setState({ list, rows: next })
  }
  return {
    has: (id: string) => rows.has(id),
    change,
    nameOf,
    marked: [...rows.values()],
    clear: () => setState({ list, rows: new Map() }),
  } satisfies Marks<Row> & { marked: Row[]; clear(): void }
}
