import type { TableDocument } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { FileLink } from '../../../features/files/file-link.tsx'
import { rowLabel } from '../../../features/tables/row-label.ts'
import { rowUrl } from '../../../features/tables/row-link.tsx'
import { textOf } from '../cell-values.ts'
import type { GridColumn } from './grid-columns.ts'

/** The content of a cell while it is not edited. */
export function CellView({ row, column }: { row: TableDocument; column: GridColumn }) {
  const value = row[column.name]
  if (value === null || value === undefined) return <span className="visually-hidden">null</span>
  if (column.isSystem && column.type === 'date') return <TimeAgo at={String(value)} />
  if (column.isSystem && column.name === 'ownerId') return <OwnerCell id={String(value)} />
  switch (column.type) {
    case 'boolean':
      return value === true ? (
        <Check size={15} aria-label="yes" />
      ) : (
        <Minus size={15} className="muted" aria-label="no" />
      )
    case 'relation':
      return <RelationCell row={row} column={column} id={String(value)} />
    case 'file':
      return <FileLink id={String(value).replace(/^file:/, '')} tabIndex={-1} />
    case 'number':
    case 'integer':
      return <span className="number">{textOf(value)}</span>
    case 'select':
      return (
        <span className="chip" data-option={optionTone(column.field?.options, String(value))}>
          {textOf(value)}
        </span>
      )
    default:
      return <span className={typeof value === 'object' ? 'mono' : undefined}>{textOf(value)}</span>
  }
}

const tones = 5

/** Each option has the colour of its place, so that a column is read at a glance; one that is no option has none. */
function optionTone(options: readonly string[] | undefined, value: string): number | undefined {
  const at = options?.indexOf(value) ?? -1
  return at === -1 ? undefined : (at % tones) + 1
}

/** The names of all rows that are drawn together are read by one request. */
function OwnerCell({ id }: { id: string }) {
  return <EndUserName id={id} name={useEndUserNames([id])(id)} tabIndex={-1} />
}

type RelationProps = { row: TableDocument; column: GridColumn; id: string }

function RelationCell({ row, column, id }: RelationProps) {
  const expanded = (row.expand as Record<string, TableDocument | null> | undefined)?.[column.name]
  const table = column.field?.relation?.collectionId
  const label = expanded?.id === id ? rowLabel(expanded) : `…${id.slice(-8)}`
  if (!table) return <span className="mono">{label}</span>
  return (
    <Link to={rowUrl(table, id)} tabIndex={-1}>
      {label}
    </Link>
  )
}
