import type { AuthConfig, ConnectionLink } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { useForm } from '../../../parts/use-form.ts'
import { useProject, useRead, useRefresh } from '../../../project.tsx'
import { schemeName } from '../../toolkits/providers.ts'
import { CreateAuthConfig } from '../auth-configs/create-auth-config.tsx'
import { configsPath, linkPath } from '../connection-paths.ts'
import { FollowLink } from './follow-link.tsx'

type ConnectProps = { toolkitSlug?: string; authConfigId?: string; user?: string; onClose(): void }

// More than anybody chooses from by eye.
const mostConfigs = 100
const ready = 'ready:'

/** Chooses how and for whom, makes the link, and stays until it is used. */
export function ConnectDialog({ toolkitSlug, authConfigId, user = '', onClose }: ConnectProps) {
  const [link, setLink] = useState<ConnectionLink | null>(null)
  const [isCreating, setCreating] = useState(false)
  const configs = useConfigs(toolkitSlug)
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

type Choice = { value: string; label: string }

const choiceOf = ({ id, name, displayName, toolkit, authScheme }: AuthConfig): Choice => ({
  value: id,
  label: `${toolkit.name}: ${displayName ?? name} (${schemeName(authScheme)})`,
})

/** The auth configs there are; where there is none but nothing has to be set up, that one can be chosen too. */
function useConfigs(toolkitSlug: string | undefined) {
  const managedSlug = toolkitSlug ?? 'demo'
  const configs = useRead(['auth-configs', 'choices', toolkitSlug], (api, signal) =>
    api.get(configsPath, { query: { toolkitSlug, limit: mostConfigs }, signal }),
  )
  const fields = useRead(['auth-fields', managedSlug], (api, signal) =>
    api.get(`${configsPath}/fields`, { query: { toolkitSlug: managedSlug }, signal }),
  )
  const isManaged = fields.data?.schemes.some(({ isProviderManaged }) => isProviderManaged)
  const hasManaged = configs.data?.some(
    ({ isProviderManaged, toolkit }) => isProviderManaged && toolkit.slug === managedSlug,
  )
  return {
    error: configs.error ?? fields.error,
    retry: () => void Promise.all([configs.refetch(), fields.refetch()]),
    choices:
      configs.data && fields.data
        ? [
            ...configs.data.map(choiceOf),
            ...(isManaged && !hasManaged
              ? [{ value: ready + managedSlug, label: `${fields.data.toolkit.name}: ready to use` }]
              : []),
          ]
        : null,
  }
}

type FormProps = {
  choices: readonly Choice[]
  chosen: string
  user: string
  onLink(link: ConnectionLink): void
  onCreate(): void
  onClose(): void
}

function ConnectForm({ choices, chosen, user, onLink, onCreate, onClose }: FormProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ authConfigId: chosen, username: user, displayName: '' })
  const make = form.submit(async ({ authConfigId, username, displayName }) => {
    const acting = username.trim() ? api.as(username.trim()) : api
    const id = authConfigId.startsWith(ready)
      ? (
          await api.post(configsPath, {
            body: {
              toolkit: { slug: authConfigId.slice(ready.length) },
              authConfig: { type: 'use_provider_managed_auth' },
            },
          })
        ).id
      : authConfigId
    form.set({ authConfigId: id })
    const link = await acting.post(linkPath, {
      body: { authConfigId: id, ...(displayName.trim() ? { displayName: displayName.trim() } : {}) },
    })
    onLink(link)
    await refresh(['accounts'], ['auth-configs'])
  })
  if (choices.length === 0) {
    return (
      <>
        <p>
          An auth config says how accounts of this service are connected: its OAuth client, or that every
          account brings a key. There is none yet.
        </p>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isFirst onClick={onCreate}>
            Create auth config
          </Button>
        </DialogFoot>
      </>
    )
  }
  return (
    <form className="form" noValidate onSubmit={make}>
      <SelectField {...form.bind('authConfigId')} label="Auth config" choices={choices} />
      <TextField
        {...form.bind('username')}
        label="End user"
        placeholder="the project itself"
        hint="By name. One who is not known yet is made."
        isFirst
      />
      <TextField {...form.bind('displayName')} label="Name of the account" placeholder="Work" />
      {form.failure !== null && <Failure error={form.failure} />}
      <DialogFoot>
        <Button look="quiet" onClick={onCreate}>
          New auth config
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          Make the link
        </Button>
      </DialogFoot>
    </form>
  )
}
