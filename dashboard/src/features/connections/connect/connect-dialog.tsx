import type { ConnectionLink } from '@stoa/sdk'
import { useState } from 'react'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { CreateAuthConfig } from '../auth-configs/create-auth-config.tsx'
import { ConnectForm } from './connect-form.tsx'
import { PendingLink } from './pending-link.tsx'
import { useConfigChoices } from './use-config-choices.ts'

type ConnectProps = { toolkitSlug?: string; authConfigId?: string; user?: string; onClose(): void }

/** Chooses the auth config and the end user; then takes credentials directly, or creates a link and polls until it is used. */
export function ConnectDialog({ toolkitSlug, authConfigId, user = '', onClose }: ConnectProps) {
  const [link, setLink] = useState<ConnectionLink | null>(null)
  const [isCreating, setCreating] = useState(false)
  const configs = useConfigChoices(toolkitSlug)
  if (isCreating)
    return (
      <CreateAuthConfig
        {...(toolkitSlug === undefined ? {} : { toolkitSlug })}
        onClose={() => setCreating(false)}
        onCreated={() => setCreating(false)}
      />
    )
  return (
    <Dialog title="Connect an account" onClose={onClose}>
      {link ? (
        <PendingLink link={link} onClose={onClose} />
      ) : configs.error ? (
        <ErrorAlert error={configs.error} retry={configs.retry} />
      ) : !configs.choices ? (
        <SkeletonLines count={3} />
      ) : (
        <ConnectForm
          choices={configs.choices}
          chosen={authConfigId ?? configs.choices[0]?.value ?? ''}
          user={user}
          onLink={setLink}
          onCreate={() => setCreating(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
