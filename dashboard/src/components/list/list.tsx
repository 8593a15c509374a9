import type { Page as ApiPage } from '@stoa/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { clearedFilters, useFilters } from '../../filters.ts'
import { Pagination } from './pagination.tsx'
import { QueryTable } from './query-table.tsx'
import type { Column, RowSelection, Sort } from './table.tsx'

type ListProps<Row> = {
  label: string
  query: UseQueryResult<ApiPage<Row>>
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  linkOf?(row: Row): string
  onOpen?(row: Row): void
  sort?: Sort
  selection?: RowSelection<Row>
  /** Shown in place of the table when there is nothing at all. */
  empty: ReactNode
  /** Whether something narrows the list: then nothing found is not nothing there. */
  hasFilters: boolean
  /** How it is paged, where not by numbers. */
  pager?(shown: ApiPage<Row>): ReactNode
}

/** A list of the API in all its states: loading, error, empty, no results, loaded, and stale. */
export function List<Row>({ query, empty, hasFilters, pager, ...table }: ListProps<Row>) {
  const { filters, set } = useFilters()
  const { data } = query
  const cleared = hasFilters ? clearedFilters(filters) : null
  useLastPage(data)
  if (data?.total === 0 && !hasFilters && !query.isPlaceholderData) return empty
  return (
    <>
      <QueryTable
        {...table}
        query={query}
        rows={data?.data}
        onSort={({ by, order }) => set({ sortBy: by, sortOrder: order })}
        isStale={query.isPlaceholderData}
        onClear={cleared ? () => set(cleared) : undefined}
      />
      {data &&
        data.total > 0 &&
        (pager?.(data) ?? <Pagination shown={data} onPage={(page) => set({ page: String(page) })} />)}
    </>
  )
}

/** The last row of the last page may be deleted while it is looked at: then the page before is the last. */
function useLastPage(shown: ApiPage<unknown> | undefined): void {
  const { set } = useFilters()
  const last = shown && shown.data.length === 0 && shown.page > shown.totalPages ? shown.totalPages : 0
  useEffect(() => {
    if (last > 0) set({ page: String(last) }, { replace: true })
  }, [last])
}
