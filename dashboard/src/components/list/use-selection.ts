import { useState } from 'react'
import { useFilters } from '../../filters.ts'
import type { RowSelection } from './table.tsx'

/** Selected rows, across the pages of one list. Another filter starts with an empty selection. */
export function useSelection<Row>(nameOf: (row: Row) => string, keyOf: (row: Row) => string) {
  const { page: _, new: __, ...narrowing } = useFilters().filters
  const list = JSON.stringify(narrowing)
  const [state, setState] = useState({ list, rows: new Map<string, Row>() })
  const rows = state.list === list ? state.rows : new Map<string, Row>()
  const change = (changed: readonly Row[], isOn: boolean) => {
    const next = new Map(rows)
    for (const row of changed) {
      if (isOn) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    setState({ list, rows: next })
  }
  return {
    has: (key: string) => rows.has(key),
    change,
    nameOf,
    selected: [...rows.values()],
    clear: () => setState({ list, rows: new Map() }),
  } satisfies RowSelection<Row> & { selected: Row[]; clear(): void }
}
