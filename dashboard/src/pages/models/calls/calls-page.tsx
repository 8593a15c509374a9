import type { LlmCall, QueryOf } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Waypoints from 'lucide-react/icons/waypoints'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useColumns } from '../../../components/list/column-picker.tsx'
import { CursorPagination } from '../../../components/list/cursor-pagination.tsx'
import type { Days } from '../../../components/list/day-presets.ts'
import { List } from '../../../components/list/list.tsx'
import { useDayBounds } from '../../../components/list/use-day-bounds.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { callPath, callsPath, chatPath } from '../../../features/model-calls/call-paths.ts'
import { useModelNames } from '../../../features/models/use-model-names.ts'
import { type Filters, pageSize, useFilters } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { playgroundRoutes } from '../../playground/routes.ts'
import { ModelTabs } from '../model-tabs.tsx'
import { modelRoutes } from '../routes.ts'
import { callColumns, hiddenByDefault } from './call-columns.tsx'
import { CallFilters, filterNames } from './call-filters.tsx'
import './calls.css'

type CallQuery = NonNullable<QueryOf<typeof callsPath, 'get'>>

const queryOf = (filters: Filters, days: Days) => ({
  model: filters.model,
  provider: filters.provider,
  status: filters.status as CallQuery['status'],
  kind: filters.kind as CallQuery['kind'],
  ...days,
  cursor: filters.cursor,
  limit: pageSize,
})

const exampleBody = { model: 'local/demo', messages: [{ role: 'user', content: '/say hello' }] }

export function CallsPage() {
  const { filters } = useFilters()
  const { owner, ...shownQuery } = filters
  const days = useDayBounds()
  const query = queryOf(filters, days)
  const calls = useRead(
    ['llm', 'calls', query, owner],
    (api, signal) => actAs(api, owner).page(callsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 2_000 },
  )
  const nameOf = useEndUserNames(calls.data?.data.map(({ eUID }) => eUID) ?? [])
  const modelName = useModelNames(calls.data?.data.map(({ requestedModel }) => requestedModel) ?? [])
  const { shown, picker } = useColumns<LlmCall>('calls', callColumns(nameOf, modelName), hiddenByDefault)
  const used = [...new Set(calls.data?.data.map((call) => call.servedModel ?? call.requestedModel))].sort()
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <Page
      title="Calls"
      about="Every model call with its tokens, cost and attempts. New calls appear automatically."
      calls={[
        {
          title: 'List',
          call: {
            method: 'GET',
            path: callsPath,
            query: { ...shownQuery, ...days },
            headers: actingHeaders(owner),
          },
        },
        {
          title: 'Retrieve a call with its messages',
          call: { method: 'GET', path: callPath, headers: actingHeaders(owner) },
        },
      ]}
    >
      <ModelTabs />
      <CallFilters hasFilters={hasFilters} picker={picker} used={used} />
      <List
        label="Calls"
        query={calls}
        columns={shown}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(modelRoutes.call, { id })}
        hasFilters={hasFilters || Boolean(filters.cursor)}
        pager={(page) => <CursorPagination shown={page} noun={page.total === 1 ? 'call' : 'calls'} />}
        empty={
          <EmptyState
            icon={<Waypoints size={24} aria-hidden />}
            title="Waiting for the first call"
            action={
              <Link to={playgroundRoutes.chat} className="button">
                Open the playground
              </Link>
            }
            call={{ method: 'POST', path: chatPath, body: exampleBody }}
          >
            Calls from the playground, agents and the API appear here when they start.
          </EmptyState>
        }
      />
    </Page>
  )
}
