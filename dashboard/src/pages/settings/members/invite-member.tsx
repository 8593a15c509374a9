import type { NewInvitation } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { SecretDialog } from '../../../components/dialog/secret-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { RoleField } from '../../../features/members/role-field.tsx'
import { useProject, useRefresh } from '../../../project.ts'

/** The form, and then the link to pass on. */
export function InviteMember({ onClose }: { onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [created, setCreated] = useState<NewInvitation | null>(null)
  const form = useForm({ email: '', role: 'member' })
  const invite = form.submit(async ({ email, role }) => {
    const body = { email, role: role as 'member' | 'admin' }
    // The link first: whatever else fails, it cannot be shown again.
    setCreated(await api.post('/api/v1/invitations', { body }))
    await refresh(['invitations'])
  })
  if (created) return <InvitationLink invitation={created} onClose={onClose} />
  return (
    <FormDialog
      title="Invite a member"
      submitLabel="Create invitation"
      form={form}
      onSubmit={invite}
      onClose={onClose}
    >
      <TextField
        {...form.bind('email')}
        label="Email"
        type="email"
        placeholder="grace@example.com"
        isRequired
        hasInitialFocus
      />
      <RoleField bound={form.bind('role')} hint="Admins also manage API keys, members and settings." />
    </FormDialog>
  )
}

type InvitationLinkProps = { invitation: NewInvitation; onClose(): void }

export const InvitationLink = ({ invitation: { email, url }, onClose }: InvitationLinkProps) => (
  <SecretDialog title={`Invitation for ${email}`} value={url} onClose={onClose}>
    <p>No email is sent: pass this link on to {email} yourself. It works once, within 7 days.</p>
  </SecretDialog>
)
