import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../feedback/error-alert.tsx'
import { StaleNote } from '../feedback/stale-notice.tsx'
import { Table, type TableProps } from './table.tsx'

type RowsProps<Row> = TableProps<Row> & {
  /** What the rows were read with, whatever was left out of them since. */
  query: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'refetch'>
  /** What there is to say where no row is left. */
  none?: ReactNode
}

/** Rows in all their states: on their way, broken, none found, there, and old. */
export function Rows<Row>({ query, none = 'No results match these filters.', ...table }: RowsProps<Row>) {
  const { data, error, refetch } = query
  if (error && data === undefined) return <Failure error={error} retry={() => void refetch()} />
  return (
    <>
      {error && <StaleNote error={error} />}
      {table.rows?.length === 0 ? (
        <p className="empty muted" role="status">
          {none}
        </p>
      ) : (
        <Table {...table} />
      )}
    </>
  )
}
