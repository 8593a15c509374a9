import type { Invitation, NewInvitation } from '@stoa/sdk'
import Link2 from 'lucide-react/icons/link-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { RowMenu } from '../../../components/actions/row-menu.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { Chip, Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Card } from '../../../components/layout/page.tsx'
import { QueryTable } from '../../../components/list/query-table.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { roleNames } from '../../../features/members/role-names.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { InvitationLink } from './invite-member.tsx'

const path = '/api/v1/invitations'

/** All of them: a project has at most 100. */
const query = { limit: 100 }

export function Invitations() {
  const invitations = useRead(['invitations'], (api, signal) => api.get(path, { query, signal }))
  return (
    <Card title="Pending invitations">
      <QueryTable
        label="Pending invitations"
        query={invitations}
        rows={invitations.data}
        columns={columns}
        keyOf={({ id }) => id}
        none="No pending invitations."
      />
    </Card>
  )
}

function InvitationMenu({ invitation }: { invitation: Invitation }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [renewed, setRenewed] = useState<NewInvitation | null>(null)
  const { id, email } = invitation
  const resend = async () => {
    try {
      setRenewed(await api.post(`${path}/{id}/resend`, { params: { id } }))
    } catch (error) {
      toasts.error(errorMessage(error))
    }
    await refresh(['invitations'])
  }
  return (
    <>
      <RowMenu
        name={email}
        actions={[
          { label: 'New link', icon: Link2, run: () => void resend() },
          {
            label: 'Revoke…',
            icon: Trash2,
            isDanger: true,
            dialog: (close) => <RevokeInvitation invitation={invitation} onClose={close} />,
          },
        ]}
      />
      {renewed && <InvitationLink invitation={renewed} onClose={() => setRenewed(null)} />}
    </>
  )
}

type RevokeProps = { invitation: Invitation; onClose(): void }

function RevokeInvitation({ invitation: { id, email }, onClose }: RevokeProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Revoke the invitation for ${email}?`}
      confirmLabel="Revoke invitation"
      onClose={onClose}
      run={async () => {
        await api.delete(`${path}/{id}`, { params: { id } })
        toasts.success('Invitation revoked')
        await refresh(['invitations'])
      }}
    >
      <p>The link stops working immediately.</p>
    </ConfirmDialog>
  )
}

const columns: Column<Invitation>[] = [
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  { id: 'role', header: 'Role', rank: 2, cell: ({ role }) => <Chip>{roleNames[role]}</Chip> },
  { id: 'invitedBy', header: 'Invited by', rank: 3, cell: ({ invitedBy }) => invitedBy?.name ?? 'unknown' },
  { id: 'sentAt', header: 'Link created', rank: 3, cell: ({ sentAt }) => <TimeAgo at={sentAt} /> },
  {
    id: 'expiresAt',
    header: 'Expires',
    cell: ({ isExpired, expiresAt }) =>
      isExpired ? <Status kind="bad">Expired</Status> : <TimeAgo at={expiresAt} />,
  },
  { id: 'menu', header: '', align: 'end', cell: (invitation) => <InvitationMenu invitation={invitation} /> },
]
