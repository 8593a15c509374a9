import type { ConnectionLink } from '@stoa/sdk'
import { useState } from 'react'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { Failure } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { CreateAuthConfig } from '../auth-configs/create-auth-config.tsx'
import { ConnectForm } from './connect-form.tsx'
import { FollowLink } from './pending-link.tsx'
import { useConfigChoices } from './use-config-choices.ts'

type ConnectProps = { toolkitSlug?: string; authConfigId?: string; user?: string; onClose(): void }

/** Chooses how and for whom; then the credentials are taken at once, or a link is made and followed until it is used. */
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
        <FollowLink link={link} onClose={onClose} />
      ) : configs.error ? (
        <Failure error={configs.error} retry={configs.retry} />
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
