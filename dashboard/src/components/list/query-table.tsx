import type { UseQueryResult } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import '../feedback/empty-state.css'
import { Button } from '../actions/button.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { StaleNotice } from '../feedback/stale-notice.tsx'
import { Table, type TableProps } from './table.tsx'

type QueryTableProps<Row> = TableProps<Row> & {
  /** What the rows were read with, whatever was left out of them since. */
  query: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'refetch'>
  /** What there is to say where no row is left. */
  none?: ReactNode
  /** Shows everything again, where filters hide it. */
  onClear?: (() => void) | undefined
}

/** Rows in all their states: loading, error, no results, loaded, and stale. */
export function QueryTable<Row>({ query, none, onClear, ...table }: QueryTableProps<Row>) {
  const { data, error, refetch } = query
  if (error && data === undefined) return <ErrorAlert error={error} retry={() => void refetch()} />
  return (
    <>
      {error && <StaleNotice error={error} />}
      {table.rows?.length === 0 ? (
        <div className="empty" role="status">
          {/* It says that something hides the rows. */}
          {none === undefined && <SearchX size={24} aria-hidden />}
          <p className="muted">{none ?? 'No results match these filters.'}</p>
          {onClear && <Button onClick={onClear}>Clear filters</Button>}
        </div>
      ) : (
        <Table {...table} />
      )}
    </>
  )
}
