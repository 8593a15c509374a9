import type { Member } from '@stoa/sdk'
import Users from 'lucide-react/icons/users'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { List } from '../../../components/list/list.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { roleNames } from '../../../features/members/role-names.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { useIsAdmin, useProject, useRead } from '../../../project.ts'
import { SettingsTabs } from '../settings-tabs.tsx'
import { Invitations } from './invitations.tsx'
import { InviteMember } from './invite-member.tsx'
import { MemberMenu } from './member-menu.tsx'

const path = '/api/v1/members'

export function MembersPage() {
  const { filters, set } = useFilters()
  const isAdmin = useIsAdmin()
  const query = { page: pageOf(filters), limit: pageSize }
  const members = useRead(['members', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
  })
  return (
    <Page
      title="Members"
      about="People who can sign in to this project."
      actions={isAdmin && <CreateButton onClick={() => set({ new: '1' })}>Invite member</CreateButton>}
    >
      <SettingsTabs />
      <List
        label="Members"
        query={members}
        columns={columns}
        keyOf={({ id }) => id}
        hasFilters={false}
        empty={
          <EmptyState icon={<Users size={24} aria-hidden />} title="No members">
            No one can sign in to this project.
          </EmptyState>
        }
      />
      {isAdmin && (
        <>
          <Invitations />
          {filters.new !== undefined && <InviteMember onClose={() => set({ new: undefined })} />}
        </>
      )}
    </Page>
  )
}

function MemberName({ member: { id, name, isOwner } }: { member: Member }) {
  const { session } = useProject()
  return (
    <span className="row">
      {name}
      {session.account.id === id && <Chip>you</Chip>}
      {isOwner && <Chip>owner of the server</Chip>}
    </span>
  )
}

const columns: Column<Member>[] = [
  { id: 'name', header: 'Name', cell: (member) => <MemberName member={member} /> },
  {
    id: 'email',
    header: 'Email',
    rank: 2,
    cell: ({ email }) => email ?? <span className="muted">none</span>,
  },
  { id: 'role', header: 'Role', cell: ({ role }) => <Chip>{roleNames[role]}</Chip> },
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    rank: 3,
    cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt} />,
  },
  { id: 'joinedAt', header: 'Joined', rank: 3, cell: ({ joinedAt }) => <TimeAgo at={joinedAt} /> },
  { id: 'menu', header: '', align: 'end', cell: (member) => <MemberMenu member={member} /> },
]
