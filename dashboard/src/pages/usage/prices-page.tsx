import type { UsagePrice } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { QueryTable } from '../../components/list/query-table.tsx'
import type { Column } from '../../components/list/table.tsx'
import { DottedName } from '../../components/text/dotted-name.tsx'
import { formatAmount, formatUsd } from '../../components/text/format-number.ts'
import { typeNameOf } from '../../features/usage/usage-types.ts'
import { useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { modelRoutes } from '../models/routes.ts'
import { UsageTabs } from './usage-tabs.tsx'

const path = '/api/v1/usage/prices'

export function PricesPage() {
  const { filters, set } = useFilters()
  const query = useRead(['usage', 'prices'], (api, signal) => api.get(path, { signal }))
  const { data } = query
  const types = [...new Set(data?.prices.map(({ type }) => type))]
  const words = (filters.q ?? '').toLowerCase()
  const shown = data?.prices.filter(
    ({ ref, description, type }) =>
      `${ref} ${description}`.toLowerCase().includes(words) && (!filters.type || type === filters.type),
  )
  return (
    <Page
      title="Prices"
      about={
        <>
          Price per unit{data ? `; ${formatAmount(data.creditsPerUsd)} credits = $1` : ''}. Model prices are
          listed under <Link to={modelRoutes.list}>Models</Link>.
        </>
      }
      calls={[{ title: 'List', call: { method: 'GET', path } }]}
    >
      <UsageTabs />
      <FilterBar
        hasFilters={Boolean(filters.q || filters.type)}
        onClear={() => set({ q: undefined, type: undefined })}
      >
        <ListSearch label="Search by price or description" />
        <Filter
          label="Type"
          value={filters.type ?? ''}
          choices={types.map((value) => ({ value, label: typeNameOf(value) }))}
          onChange={(type) => set({ type })}
        />
      </FilterBar>
      <QueryTable query={query} label="Prices" columns={columns} rows={shown} keyOf={({ ref }) => ref} />
    </Page>
  )
}

// The API has one word for each.
const unitNames: Readonly<Record<string, string>> = { char: 'character', 'gibibyte-month': 'GiB-month' }

const columns: Column<UsagePrice>[] = [
  { id: 'ref', header: 'Price', cell: ({ ref }) => <DottedName name={ref} /> },
  {
    id: 'type',
    header: 'Type',
    rank: 2,
    cell: ({ type }) => <span className="one-line">{typeNameOf(type)}</span>,
  },
  { id: 'description', header: 'Description', rank: 3, cell: ({ description }) => description },
  {
    id: 'credits',
    header: 'Credits',
    align: 'end',
    cell: ({ credits }) => (
      <span className="number">
        {credits === 0 ? <span className="muted">free</span> : formatAmount(credits)}
      </span>
    ),
  },
  {
    id: 'unit',
    header: 'Unit',
    cell: ({ unit }) => <span className="one-line">{unitNames[unit] ?? unit}</span>,
  },
  {
    id: 'usd',
    header: 'USD',
    align: 'end',
    rank: 2,
    cell: ({ usd }) => <span className="number">{usd === 0 ? '–' : formatUsd(usd)}</span>,
  },
]
