import type { Member } from '@stoa/sdk'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Shield from 'lucide-react/icons/shield'
import UserMinus from 'lucide-react/icons/user-minus'
import { refreshSession } from '../../../auth/session.ts'
import { type RowAction, RowMenu } from '../../../components/actions/row-menu.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useIsAdmin, useProject, useRefresh } from '../../../project.ts'
import { ResetPassword } from './reset-password.tsx'

type DialogProps = { member: Member; onClose(): void }

/** What can be done to a member: nothing to the owner of the server, and by others than admins only to themselves. */
export function MemberMenu({ member }: { member: Member }) {
  const { session } = useProject()
  const isAdmin = useIsAdmin()
  const isSelf = session.account.id === member.id
  if (member.isOwner || !(isAdmin || isSelf)) return null
  const mayReset = session.account.isOwner && member.email !== null
  const actions: RowAction[] = [
    ...(isAdmin
      ? [
          {
            label: member.role === 'admin' ? 'Make a member…' : 'Make an admin…',
            icon: Shield,
            dialog: (close: () => void) => <ChangeRole member={member} onClose={close} />,
          },
        ]
      : []),
    ...(mayReset
      ? [
          {
            label: 'Reset password…',
            icon: KeyRound,
            dialog: (close: () => void) => <ResetPassword member={member} onClose={close} />,
          },
        ]
      : []),
    {
      label: isSelf ? 'Leave project…' : 'Remove…',
      icon: isSelf ? LogOut : UserMinus,
      isDanger: true,
      dialog: (close: () => void) => <RemoveMember member={member} onClose={close} />,
    },
  ]
  return <RowMenu name={member.name} actions={actions} />
}

function ChangeRole({ member: { id, name, role }, onClose }: DialogProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const next = role === 'admin' ? 'member' : 'admin'
  return (
    <ConfirmDialog
      title={next === 'admin' ? `Make ${name} an admin?` : `Make ${name} a member?`}
      confirmLabel="Change role"
      variant="primary"
      onClose={onClose}
      run={async () => {
        await api.patch('/api/v1/members/{id}', { params: { id }, body: { role: next } })
        toasts.success(`${name} is ${next === 'admin' ? 'an admin' : 'a member'} now`)
        await Promise.all([refresh(['members']), refreshSession()])
      }}
    >
      <p>
        {next === 'admin'
          ? 'Admins also manage API keys, members and settings, and see the data of all end users.'
          : 'Members no longer manage API keys, members and settings.'}
      </p>
    </ConfirmDialog>
  )
}

function RemoveMember({ member: { id, name }, onClose }: DialogProps) {
  const { api, session } = useProject()
  const refresh = useRefresh()
  const isSelf = session.account.id === id
  return (
    <ConfirmDialog
      title={isSelf ? 'Leave this project?' : `Remove ${name}?`}
      confirmLabel={isSelf ? 'Leave project' : 'Remove member'}
      onClose={onClose}
      run={async () => {
        await api.delete('/api/v1/members/{id}', { params: { id } })
        toasts.success(isSelf ? 'You have left the project' : `${name} removed`)
        await (isSelf ? refreshSession() : refresh(['members']))
      }}
    >
      <p>
        {isSelf
          ? 'You lose access immediately. To come back, you need an invitation.'
          : 'They lose access immediately. API keys that they created stay valid; revoke them on the page "API keys".'}
      </p>
    </ConfirmDialog>
  )
}
