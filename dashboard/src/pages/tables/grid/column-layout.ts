import type { GridColumn } from './grid-columns.ts'

/** What is changed of the columns of a table: which are hidden, and how wide some are. */
export type ColumnLayout = {
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

export const noLayout: ColumnLayout = { hidden: [], widths: {} }

const narrowest = 60
const widest = 900

export const boundedWidth = (width: number): number =>
  Math.round(Math.min(widest, Math.max(narrowest, width)))

/** The columns that are shown, as wide as they were made. One always is: nothing could be shown again in an empty grid. */
export function shownColumns(columns: readonly GridColumn[], { hidden, widths }: ColumnLayout): GridColumn[] {
  const shown = columns.filter(({ name }) => !hidden.includes(name))
  return (shown.length > 0 ? shown : columns.slice(0, 1)).map((column) => ({
    ...column,
    width: widths[column.name] ?? column.width,
  }))
}

export const withVisibility = (layout: ColumnLayout, name: string, isShown: boolean): ColumnLayout => ({
  ...layout,
  hidden: isShown ? layout.hidden.filter((each) => each !== name) : [...new Set([...layout.hidden, name])],
})

/** Null is the width by the type of the field. */
export function withWidth(layout: ColumnLayout, name: string, width: number | null): ColumnLayout {
  const { [name]: _, ...others } = layout.widths
  return { ...layout, widths: width === null ? others : { ...others, [name]: boundedWidth(width) } }
}

/** What was stored may be of another version, or written by a program: what does not fit is left out. */
export function readLayout(stored: unknown): ColumnLayout {
  const { hidden, widths } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    keyof ColumnLayout,
    unknown
  >
  const entries = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  return {
    hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : [],
    widths: Object.fromEntries(
      entries.flatMap(([name, width]) =>
        typeof width === 'number' && Number.isFinite(width) ? [[name, boundedWidth(width)]] : [],
      ),
    ),
  }
}
