import type { TableDocument } from '@stoa/sdk'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { FieldTypeIcon } from '../field-types.tsx'
import { sortOf } from './grid-columns.ts'
import type { GridProps } from './grid-props.ts'
import { ResizeHandle } from './resize-handle.tsx'

type GridHeadProps = Pick<GridProps, 'columns' | 'sort' | 'onSort' | 'onResize' | 'selection'> & {
  width: number
  template: string
  /** Those that are drawn. */
  rows: readonly TableDocument[]
}

const keyStep = 20
const resizeKeys: Record<string, number> = { ArrowLeft: -keyStep, ArrowRight: keyStep }

export function GridHead(props: GridHeadProps) {
  const { columns, sort, onSort, onResize, selection, width, template, rows } = props
  const selected = rows.filter(({ id }) => selection.has(id)).length
  return (
    <thead className="grid-head" style={{ width }}>
      <tr className="grid-row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        <td className="grid-select">
          <input
            type="checkbox"
            aria-label="Select visible rows"
            checked={rows.length > 0 && selected === rows.length}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < rows.length
            }}
            onChange={(event) => selection.change(rows, event.target.checked)}
          />
        </td>
        {columns.map((column) => {
          const order = sortOf(sort, column.name)
          return (
            <th key={column.name} className="grid-title" scope="col" aria-sort={order}>
              <button
                type="button"
                className="grid-sort"
                title={`Sort by ${column.name}; Shift-click to add to the sort order, Shift and the arrow keys to resize`}
                aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
                onClick={(event) => onSort(column.name, event.shiftKey)}
                onKeyDown={(event) => {
                  const change = event.shiftKey ? resizeKeys[event.key] : undefined
                  if (change === undefined) return
                  event.preventDefault()
                  onResize(column.name, column.width + change)
                }}
              >
                <FieldTypeIcon type={column.type} />
                <span className="truncate">{column.name}</span>
                {column.field?.required && <span title="required">*</span>}
                {order === 'ascending' && <ArrowUp size={12} aria-hidden />}
                {order === 'descending' && <ArrowDown size={12} aria-hidden />}
              </button>
              <ResizeHandle column={column} onResize={(next) => onResize(column.name, next)} />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
