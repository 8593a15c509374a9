import type { Page as ApiPage } from '@stoa/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilters } from '../filters.ts'
import { Failure } from './failure.tsx'
import { Pager } from './pager.tsx'
import { StaleNote } from './stale-note.tsx'
import { type Column, type Marks, type Sort, Table } from './table.tsx'

type ListProps<Row> = {
  label: string
  query: UseQueryResult<ApiPage<Row>>
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  linkOf?(row: Row): string
  onOpen?(row: Row): void
  sort?: Sort
  marks?: Marks<Row>
  /** Shown in place of the table when there is nothing at all. */
  empty: ReactNode
  /** Whether something narrows the list: then nothing found is not nothing there. */
  hasFilters: boolean
  /** How it is paged, where not by numbers. */
  pager?(shown: ApiPage<Row>): ReactNode
}

/** A list of the API in all its states: on its way, broken, empty, nothing found, full, and old. */
export function List<Row>(props: ListProps<Row>) {
  const { query, empty, hasFilters } = props
  const { set } = useFilters()
  const { data, error } = query
  if (!data && error) return <Failure error={error} retry={() => void query.refetch()} />
  if (data?.total === 0 && !hasFilters && !query.isPlaceholderData) return empty
  return (
    <>
      {error && <StaleNote error={error} />}
      {data?.total === 0 ? (
        <p className="empty muted" role="status">
          Nothing matches these filters.
        </p>
      ) : (
        <Table
          {...props}
          rows={data?.data}
          onSort={({ by, order }) => set({ sortBy: by, sortOrder: order })}
          isStale={query.isPlaceholderData}
        />
      )}
      {data &&
        data.total > 0 &&
        (props.pager?.(data) ?? <Pager shown={data} onPage={(page) => set({ page: String(page) })} />)}
    </>
  )
}
