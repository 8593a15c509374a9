import { useState } from 'react'
import { preferences } from '../../../state/preferences.ts'
import { type ColumnLayout, noLayout, readLayout, withVisibility, withWidth } from './column-layout.ts'

function stored(name: string): ColumnLayout {
  try {
    return readLayout(JSON.parse(preferences.get(name) ?? 'null'))
  } catch {
    return noLayout
  }
}

/** Which columns of a table are shown and how wide, remembered in this browser. */
export function useColumnLayout(tableId: string) {
  const name = `table-columns.${tableId}`
  const [layout, setLayout] = useState(() => stored(name))
  const change = (next: (before: ColumnLayout) => ColumnLayout) =>
    setLayout((before) => {
      const after = next(before)
      const isEmpty = after.hidden.length === 0 && Object.keys(after.widths).length === 0
      preferences.set(name, isEmpty ? null : JSON.stringify(after))
      return after
    })
  return {
    layout,
    replace: (next: ColumnLayout) => change(() => next),
    show: (column: string, isShown: boolean) => change((before) => withVisibility(before, column, isShown)),
    resize: (column: string, width: number | null) => change((before) => withWidth(before, column, width)),
    reset: () => change(() => noLayout),
  }
}

export type ColumnLayouts = ReturnType<typeof useColumnLayout>
