import type { BrowserProfile } from '@stoa/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import AppWindow from 'lucide-react/icons/app-window'
import Cookie from 'lucide-react/icons/cookie'
import Trash2 from 'lucide-react/icons/trash-2'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { RowMenu } from '../../../components/actions/row-menu.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { RowName } from '../../../components/list/row-name.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { profilePath, profilesPath } from '../../../features/browsers/browser-paths.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { OwnerFilter } from '../../../features/end-users/owner-filter.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { BrowserTabs } from '../browser-tabs.tsx'
import { browserRoutes } from '../routes.ts'
import { CreateProfile } from './create-profile.tsx'
import { DeleteProfile } from './delete-profile.tsx'

const createCall = {
  method: 'POST',
  path: profilesPath,
  headers: { 'x-username': 'alice' },
  body: { name: 'shop' },
} as const

export function ProfilesPage() {
  const { filters, set } = useFilters()
  const query = { page: pageOf(filters), limit: pageSize }
  const profiles = useRead(
    ['browsers', 'profiles', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(profilesPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 10_000 },
  )
  const nameOf = useEndUserNames(profiles.data?.data.map(({ eUID }) => eUID) ?? [])
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create profile</CreateButton>
  return (
    <Page
      title="Browser profiles"
      about="Cookies and storage of end users, encrypted: a session that opens one is signed in."
      actions={create}
      calls={calls}
    >
      <BrowserTabs />
      <FilterBar hasFilters={Boolean(filters.owner)} onClear={() => set({ owner: undefined })}>
        <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
      </FilterBar>
      <List
        label="Browser profiles"
        query={profiles}
        columns={columnsOf(nameOf)}
        keyOf={({ id }) => id}
        hasFilters={Boolean(filters.owner)}
        empty={
          <EmptyState
            icon={<Cookie size={24} aria-hidden />}
            title="No profiles yet"
            action={create}
            call={createCall}
          >
            A session with a profile begins with its cookies and saves them when it ends, so that a login
            lasts. One session at a time can open it.
          </EmptyState>
        }
      />
      {filters.new !== undefined && <CreateProfile onClose={() => set({ new: undefined })} />}
    </Page>
  )
}

const columnsOf = (nameOf: (id: string) => string | undefined): Column<BrowserProfile>[] => [
  { id: 'name', header: 'Name', cell: ({ name }) => <RowName name={name} /> },
  {
    id: 'user',
    header: 'End user',
    cell: ({ eUID }) => <EndUserName id={eUID} name={nameOf(eUID)} />,
  },
  {
    id: 'cookies',
    header: 'Cookies',
    align: 'end',
    rank: 2,
    cell: ({ cookieCount }) => <span className="number">{formatAmount(cookieCount)}</span>,
  },
  {
    id: 'open',
    header: 'Open in',
    rank: 2,
    cell: ({ sessionId }) =>
      sessionId === null ? (
        <span className="muted">none</span>
      ) : (
        <Link to={href(browserRoutes.session, { id: sessionId })}>session …{sessionId.slice(-8)}</Link>
      ),
  },
  { id: 'id', header: 'ID', rank: 3, cell: ({ id }) => <CopyId id={id} /> },
  {
    id: 'used',
    header: 'Last used',
    align: 'end',
    rank: 2,
    cell: ({ lastUsedAt }) => <TimeAgo at={lastUsedAt} />,
  },
  { id: 'menu', header: '', align: 'end', cell: (profile) => <ProfileMenu profile={profile} /> },
]

function ProfileMenu({ profile }: { profile: BrowserProfile }) {
  const navigate = useNavigate()
  return (
    <RowMenu
      name={`profile ${profile.name}`}
      actions={[
        {
          label: 'Open in a session…',
          icon: AppWindow,
          isDisabled: profile.sessionId !== null,
          run: () => void navigate({ href: `${browserRoutes.sessions}?new=1&profile=${profile.id}` }),
        },
        {
          label: 'Delete…',
          icon: Trash2,
          isDanger: true,
          dialog: (close) => <DeleteProfile profile={profile} onClose={close} />,
        },
      ]}
    />
  )
}

const calls = [
  { title: 'List', call: { method: 'GET', path: profilesPath, headers: { 'x-username': 'alice' } } },
  { title: 'Create', call: createCall },
  {
    title: 'Delete',
    call: { method: 'DELETE', path: profilePath, params: { profileId: 'the-id-of-a-profile' } },
  },
] as const
