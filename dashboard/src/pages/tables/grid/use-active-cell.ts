import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export type CellPosition = { row: number; column: number }

type Size = { rows: number; columns: number }

/** How many rows a page key moves. */
const pageRows = 15

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** The cell that has the focus, as in a spreadsheet: one stop for Tab, arrows inside. */
export function useActiveCell(frame: RefObject<HTMLElement | null>, size: Size) {
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const wantsFocus = useRef(false)
  // In the same commit that draws the row, however far away it is, and that removes the editor which had the focus:
  // a key that is pressed in between would not reach the grid, and scroll it instead.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const moveTo = (cell: CellPosition) => {
    const next = { row: clamp(cell.row, size.rows - 1), column: clamp(cell.column, size.columns - 1) }
    wantsFocus.current = true
    setActive(next)
  }
  /** A cell was focused by the pointer or a screen reader. */
  const pick = (cell: CellPosition) => {
    wantsFocus.current = false
    if (cell.row !== active.row || cell.column !== active.column) setActive(cell)
  }
  const steps: Record<string, CellPosition> = {
    ArrowUp: { row: active.row - 1, column: active.column },
    ArrowDown: { row: active.row + 1, column: active.column },
    ArrowLeft: { row: active.row, column: active.column - 1 },
    ArrowRight: { row: active.row, column: active.column + 1 },
    Home: { row: active.row, column: 0 },
    End: { row: active.row, column: size.columns - 1 },
    PageUp: { row: active.row - pageRows, column: active.column },
    PageDown: { row: active.row + pageRows, column: active.column },
  }
  return {
    active,
    pick,
    moveTo,
    /** Whether the key was one that moves. */
    moveBy(key: string, isFar: boolean): boolean {
      const step = steps[key]
      if (!step) return false
      const edge = isFar && (key === 'Home' ? 0 : key === 'End' ? size.rows - 1 : null)
      moveTo(typeof edge === 'number' ? { ...step, row: edge } : step)
      return true
    },
  }
}
