import type { TableDocument } from '@stoa/sdk'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { rowLabel } from '../../../features/tables/row-label.ts'
import { CellView } from './cell.tsx'
import { type After, CellEditor } from './cell-editor.tsx'
import type { GridColumn } from './grid-columns.ts'
import { GridHead } from './grid-head.tsx'
import type { GridProps } from './grid-props.ts'
import { useActiveCell } from './use-active-cell.ts'
import './grid.css'

export const rowHeight = 34
const selectWidth = 66

type Editing = { row: number; column: number; typed: string | undefined }

export const isLarge = ({ type }: GridColumn, value: unknown): boolean =>
  type === 'json' ||
  type === 'relation' ||
  type === 'file' ||
  (typeof value === 'object' && value !== null) ||
  (typeof value === 'string' && (value.length > 200 || value.includes('\n')))

function useRowVirtualizer(
  frame: RefObject<HTMLDivElement | null>,
  total: number,
  activeRow: RefObject<number>,
) {
  return useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // The row with the focus stays drawn, or the keyboard would fall out of the table.
    rangeExtractor: (range) =>
      [...new Set([activeRow.current, ...defaultRangeExtractor(range)])]
        .filter((index) => index < total)
        .sort((a, b) => a - b),
  })
}

function useEditing(props: GridProps, cells: ReturnType<typeof useActiveCell>) {
  const { rowAt, columns } = props
  const [editing, setEditing] = useState<Editing | null>(null)
  const edit = (cell: { row: number; column: number }, typed?: string) => {
    const row = rowAt(cell.row)
    const column = columns[cell.column]
    if (!row || !column || column.isSystem) return
    if (isLarge(column, row[column.name])) props.onEditLarge(row, column)
    else setEditing({ ...cell, typed })
  }
  const done = (after: After) => {
    setEditing(null)
    const { row, column } = cells.active
    if (after === 'down') cells.moveTo({ row: row + 1, column })
    else cells.moveTo({ row, column: column + (after === 'next' ? 1 : after === 'before' ? -1 : 0) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.target !== event.currentTarget.ownerDocument.activeElement) return
    if (!(event.target as HTMLElement).dataset.cell) return
    if (keyAction(event, { cells, edit, props })) event.preventDefault()
  }
  return { editing, edit, done, onKeyDown }
}

export function Grid(props: GridProps) {
  const { table, columns, total, rowAt, save, onSeen } = props
  const frame = useRef<HTMLDivElement>(null)
  const activeRow = useRef(0)
  const virtualizer = useRowVirtualizer(frame, total, activeRow)
  const cells = useActiveCell(frame, { rows: total, columns: columns.length })
  activeRow.current = cells.active.row
  const drawn = virtualizer.getVirtualItems()
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  useEffect(() => onSeen(startIndex, endIndex), [startIndex, endIndex])
  const width = selectWidth + columns.reduce((sum, column) => sum + column.width, 0)
  const template = `${selectWidth}px ${columns.map((column) => `${column.width}px`).join(' ')}`

  const { editing, edit, done, onKeyDown } = useEditing(props, cells)
  return (
    <div ref={frame} className="grid-frame" data-stale={props.isStale ? '' : undefined}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid.
        role="grid"
        aria-label={`Rows of ${table.name}`}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-busy={props.isStale}
        onKeyDown={onKeyDown}
      >
        <GridHead
          {...props}
          width={width}
          template={template}
          rows={drawn.flatMap(({ index }) => rowAt(index) ?? [])}
        />
        <tbody className="grid-body" style={{ height: virtualizer.getTotalSize(), width }}>
          {drawn.map(({ index, start }) => (
            <GridRow
              key={index}
              {...props}
              index={index}
              start={start}
              template={template}
              active={cells.active}
              editing={editing?.row === index ? editing : null}
              onPick={(column) => cells.pick({ row: index, column })}
              onEdit={(column) => edit({ row: index, column })}
              onSave={save}
              onDone={done}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type KeyContext = {
  cells: ReturnType<typeof useActiveCell>
  edit(cell: { row: number; column: number }, typed?: string): void
  props: GridProps
}

/** Whether the key did something. */
function keyAction(event: KeyboardEvent, { cells, edit, props }: KeyContext): boolean {
  const isCommand = event.metaKey || event.ctrlKey
  if (cells.moveBy(event.key, isCommand)) return true
  const row = props.rowAt(cells.active.row)
  const column = props.columns[cells.active.column]
  if (isCommand && event.key.toLowerCase() === 'z') {
    props.undo()
    return true
  }
  if (isCommand || event.altKey || !row || !column) return false
  if (event.key === 'Enter' && event.shiftKey) props.onOpen(row)
  else if (event.key === 'Enter' || event.key === 'F2') edit(cells.active)
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    if (column.isSystem || row[column.name] == null) return false
    void props.save(row, column.name, null).catch(() => edit(cells.active, ''))
  } else if (event.key === ' ' && column.type === 'boolean') {
    void props.save(row, column.name, row[column.name] !== true)
  } else if (event.key === ' ') props.selection.change([row], !props.selection.has(row.id))
  else if (event.key.length === 1 && !column.isSystem) edit(cells.active, event.key)
  else return false
  return true
}

type GridRowProps = GridProps & {
  index: number
  start: number
  template: string
  active: { row: number; column: number }
  editing: Editing | null
  onPick(column: number): void
  onEdit(column: number): void
  onSave(row: TableDocument, field: string, value: unknown): Promise<void>
  onDone(after: After): void
}

function GridRow(props: GridRowProps) {
  const { table, columns, index, start, template, active, editing, rowAt, selection, changed } = props
  const row = rowAt(index)
  const label = row ? rowLabel(row, table.schema.fields) : ''
  return (
    <tr
      className="grid-row"
      aria-rowindex={index + 2}
      data-changed={row && changed.has(row.id) ? '' : undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
    >
      <td className="grid-select">
        {row && (
          <>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select ${label}`}
              checked={selection.has(row.id)}
              onChange={(event) => selection.change([row], event.target.checked)}
            />
            <button
              type="button"
              className="grid-open"
              tabIndex={-1}
              aria-label={`${index + 1}: open ${label}`}
              onClick={() => props.onOpen(row)}
            >
              {index + 1}
            </button>
          </>
        )}
      </td>
      {columns.map((column, at) => {
        const isActive = active.row === index && active.column === at
        return (
          <td
            key={column.name}
            className="grid-cell"
            data-cell={`${index}:${at}`}
            data-align={column.type === 'number' || column.type === 'integer' ? 'end' : undefined}
            data-system={column.isSystem ? '' : undefined}
            tabIndex={isActive ? 0 : -1}
            onFocus={() => props.onPick(at)}
            onDoubleClick={() => props.onEdit(at)}
          >
            {row && editing?.column === at ? (
              <CellEditor
                row={row}
                column={column}
                typed={editing.typed}
                save={(value) => props.onSave(row, column.name, value)}
                onDone={props.onDone}
              />
            ) : row ? (
              <CellView row={row} column={column} />
            ) : (
              <span className="skeleton grid-skeleton" />
            )}
          </td>
        )
      })}
    </tr>
  )
}
