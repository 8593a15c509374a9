import { Link } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { MouseEvent, ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import './table.css'

export type Column<Row> = {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** The name of the order in the API; without one the column cannot be sorted by. */
  sortBy?: string
  align?: 'end'
  /** 1 is always shown; 3 is hidden first on small screens. */
  rank?: 1 | 2 | 3
}

export type Sort = { by: string; order: 'ASC' | 'DESC' }

/** Rows that something is to be done with, by their keys. */
export type RowSelection<Row> = {
  has(key: string): boolean
  change(rows: readonly Row[], isOn: boolean): void
  nameOf(row: Row): string
}

export type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  keyOf(row: Row): string
  /** Where the first column leads. */
  linkOf?(row: Row): string
  /** What the first column opens, where it links to no page. */
  onOpen?(row: Row): void
  sort?: Sort
  onSort?(sort: Sort): void
  /** Adds a checkbox to every row. */
  selection?: RowSelection<Row>
  /** The rows are those of an earlier question. */
  isStale?: boolean
  /** Of a long list only a part is drawn: how many pixels are left out before and after it. */
  unseen?: { before: number; after: number }
}

const skeletonRows = 8
const skeletonWidths = ['60%', '80%', '45%', '70%']

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, linkOf, onOpen, unseen, selection, isStale = false } = props
  const span = columns.length + (selection ? 1 : 0)
  return (
    <div className="table-frame">
      <table
        className="table"
        aria-label={label}
        aria-busy={rows === undefined}
        data-stale={isStale ? '' : undefined}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="table-select">
                <SelectAll rows={rows ?? []} selection={selection} keyOf={keyOf} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <SkeletonRows columns={columns} hasSelection={selection !== undefined} />}
          <Gap height={unseen?.before} span={span} />
          {rows?.map((row) => (
            <tr key={keyOf(row)} data-opens={linkOf || onOpen ? '' : undefined} onClick={openLink}>
              {selection && (
                <td className="table-select">
                  <input
                    type="checkbox"
                    aria-label={`Select ${selection.nameOf(row)}`}
                    data-selects=""
                    checked={selection.has(keyOf(row))}
                    onChange={(event) => selection.change([row], event.target.checked)}
                  />
                </td>
              )}
              {columns.map(({ id, cell, align, rank = 1 }, index) => (
                <td key={id} data-align={align} data-rank={rank}>
                  {index === 0 && linkOf ? (
                    <Link to={linkOf(row)} className="table-link" data-row-link="">
                      {cell(row)}
                    </Link>
                  ) : index === 0 && onOpen ? (
                    <button type="button" className="table-link" data-row-link="" onClick={() => onOpen(row)}>
                      {cell(row)}
                    </button>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
          <Gap height={unseen?.after} span={span} />
        </tbody>
      </table>
    </div>
  )
}

type SelectAllProps<Row> = { rows: readonly Row[]; selection: RowSelection<Row>; keyOf(row: Row): string }

/** Selects the rows of this page, and none of other pages. */
function SelectAll<Row>({ rows, selection, keyOf }: SelectAllProps<Row>) {
  const selected = rows.filter((row) => selection.has(keyOf(row))).length
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      checked={rows.length > 0 && selected === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && selected < rows.length
      }}
      onChange={(event) => selection.change(rows, event.target.checked)}
    />
  )
}

const Gap = ({ height = 0, span }: { height: number | undefined; span: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td className="table-gap" colSpan={span} style={{ height }} />
    </tr>
  )

/** The whole row is clickable, except for interactive elements and while text is selected. */
function openLink({ currentTarget, target }: MouseEvent<HTMLTableRowElement>) {
  if (
    target instanceof Element &&
    target.closest('a, button, input, select, label, .table-select, [role="menu"]')
  )
    return
  if (window.getSelection()?.isCollapsed === false) return
  currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click()
}

type HeaderProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { header, sortBy, align, rank = 1 } = column
  const isSorted = sortBy !== undefined && sort?.by === sortBy
  const Arrow = sort?.order === 'ASC' ? ArrowUp : ArrowDown
  const direction = sort?.order === 'ASC' ? 'ascending' : 'descending'
  return (
    <th scope="col" data-align={align} data-rank={rank} aria-sort={isSorted ? direction : undefined}>
      {sortBy && onSort ? (
        <button
          type="button"
          className="table-sort"
          onClick={() => onSort({ by: sortBy, order: isSorted && sort?.order === 'DESC' ? 'ASC' : 'DESC' })}
        >
          {header}
          {isSorted && <Arrow size={12} aria-hidden />}
        </button>
      ) : (
        header || <span className="visually-hidden">Actions</span>
      )}
    </th>
  )
}

type SkeletonProps<Row> = { columns: readonly Column<Row>[]; hasSelection: boolean }

const SkeletonRows = <Row,>({ columns, hasSelection }: SkeletonProps<Row>) =>
  Array.from({ length: skeletonRows }, (_, row) => (
    <tr key={row}>
      {hasSelection && <td className="table-select" />}
      {columns.map(({ id, rank = 1 }, column) => (
        <td key={id} data-rank={rank}>
          <Skeleton width={skeletonWidths[(row + column) % skeletonWidths.length]!} />
        </td>
      ))}
    </tr>
  ))
