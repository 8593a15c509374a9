import type { QueryOf } from '@stoa/sdk'
import AppWindow from 'lucide-react/icons/app-window'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { List } from '../../../components/list/list.tsx'
import { sessionsPath } from '../../../features/browsers/browser-paths.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { SessionFilters } from '../../../features/end-users/session-filters.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { type Filters, pageOf, pageSize, useFilters, useOpenCreated } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { BrowserTabs } from '../browser-tabs.tsx'
import { browserRoutes } from '../routes.ts'
import { driverNames, sessionStates } from '../session-state.tsx'
import { CreateSession } from './create-session.tsx'
import { sessionColumns } from './session-columns.tsx'

type SessionQuery = NonNullable<QueryOf<typeof sessionsPath, 'get'>>

const createCall = {
  method: 'POST',
  path: sessionsPath,
  headers: { 'x-username': 'alice' },
  body: { startUrl: 'https://example.com' },
} as const

const stateChoices = Object.entries(sessionStates).map(([value, label]) => ({ value, label }))
const driverChoices = Object.entries(driverNames).map(([value, label]) => ({ value, label }))

export function SessionsPage() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const query = {
    status: filters.status as SessionQuery['status'],
    driver: filters.driver as SessionQuery['driver'],
    threadId: filters.threadId,
    page: pageOf(filters),
    limit: pageSize,
  }
  const sessions = useRead(
    ['browsers', 'sessions', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(sessionsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 4_000 },
  )
  const nameOf = useEndUserNames(sessions.data?.data.map(({ eUID }) => eUID) ?? [])
  const hasFilters = Boolean(filters.status || filters.driver || filters.threadId || filters.owner)
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create session</CreateButton>
  return (
    <Page
      title="Browsers"
      about="Browser sessions that agents and your code act in, and that humans watch and take over."
      actions={create}
      calls={callsOf(filters)}
    >
      <BrowserTabs />
      <SessionFilters hasFilters={hasFilters} states={stateChoices} drivers={driverChoices} />
      <List
        label="Browser sessions"
        query={sessions}
        columns={sessionColumns(nameOf)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(browserRoutes.session, { id })}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<AppWindow size={24} aria-hidden />}
            title="No browser sessions yet"
            action={create}
            call={createCall}
          >
            A session is a browser of one end user. Act in it by API, Playwright or Puppeteer, watch it live,
            and take over for a login or a payment.
          </EmptyState>
        }
      />
      {filters.new !== undefined && (
        <CreateSession
          profileId={filters.profile ?? ''}
          onClose={() => set({ new: undefined, profile: undefined })}
          onCreated={({ id }) => void openCreated(href(browserRoutes.session, { id }))}
        />
      )}
    </Page>
  )
}

const callsOf = (filters: Filters) =>
  [
    {
      title: 'List',
      call: {
        method: 'GET',
        path: sessionsPath,
        headers: actingHeaders(filters.owner),
        query: {
          status: filters.status,
          driver: filters.driver,
          threadId: filters.threadId,
          page: filters.page,
        },
      },
    },
    { title: 'Create', call: createCall },
  ] as const
