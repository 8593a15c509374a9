import type { Member, PasswordReset } from '@stoa/sdk'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { SecretDialog } from '../../../components/dialog/secret-dialog.tsx'
import { useProject } from '../../../project.ts'

/** The owner of the server makes a link for someone who forgot their password, and passes it on. */
export function ResetPassword({ member, onClose }: { member: Member; onClose(): void }) {
  const { api } = useProject()
  const [made, setMade] = useState<PasswordReset | null>(null)
  if (made)
    return (
      <SecretDialog title={`New password for ${member.name}`} value={made.url} onClose={onClose}>
        <p>No email is sent: pass this link on to {made.email} yourself. It works once, within 24 hours.</p>
      </SecretDialog>
    )
  return (
    <ConfirmDialog
      title={`Reset the password of ${member.name}?`}
      confirmLabel="Create link"
      variant="primary"
      onClose={onClose}
      // The link is shown next.
      onDone={() => undefined}
      run={async () => {
        const { id } = member
        setMade(await api.post('/api/v1/members/{id}/password-reset', { params: { id } }))
      }}
    >
      <p>
        You get a link to send to {member.email}, with which they set a new password. The old one works until
        then.
      </p>
    </ConfirmDialog>
  )
}
