import type { BodyOf, ConnectionLink, Stoa } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { errorsByField, filledIn } from '../auth-configs/credential-fields.tsx'
import { accountsPath, accountUrl, configsPath, linkPath } from '../connections-api.ts'
import { DirectCredentials } from './direct-credentials.tsx'
import type { ConfigChoice } from './use-config-choices.ts'
import { type CredentialDraft, useCredentials } from './use-credentials.ts'

type FormProps = {
  choices: readonly ConfigChoice[]
  chosen: string
  user: string
  onLink(link: ConnectionLink): void
  onCreate(): void
  onClose(): void
}

type Scheme = BodyOf<typeof accountsPath, 'post'>['connection']['state']['authScheme']

// Consent at the service cannot be replaced by a typed value.
const consentSchemes = ['OAUTH2', 'OAUTH1']
const ways = [
  { value: 'link', label: 'Connect link' },
  { value: 'direct', label: 'Enter credentials' },
]

const named = (displayName: string) => (displayName.trim() ? { displayName: displayName.trim() } : {})

async function configIdOf(api: Stoa, choice: ConfigChoice): Promise<string> {
  if (!choice.isPendingImport) return choice.value
  const created = await api.post(configsPath, {
    body: { toolkit: { slug: choice.toolkitSlug }, authConfig: { type: 'use_provider_managed_auth' } },
  })
  return created.id
}

export function ConnectForm({ choices, chosen, user, onLink, onCreate, onClose }: FormProps) {
  const form = useForm({ authConfigId: chosen, username: user, displayName: '' })
  const [way, setWay] = useState('link')
  const direct = useCredentials()
  const { connectDirectly, createLink } = useConnecting(form.values.username, onLink, onClose)
  const choice = choices.find(({ value }) => value === form.values.authConfigId)
  if (!choice) return <NoConfig onCreate={onCreate} onClose={onClose} />
  const canBeDirect = !consentSchemes.includes(choice.authScheme)
  const isDirect = canBeDirect && way === 'direct'
  const connect = form.submit(({ displayName }) =>
    isDirect ? connectDirectly(choice, displayName, direct) : createLink(choice, displayName),
  )
  return (
    <form className="form" noValidate onSubmit={connect}>
      <SelectField {...form.bind('authConfigId')} label="Auth config" choices={choices} />
      {canBeDirect && (
        <SegmentedControl label="Connection method" value={way} choices={ways} onChange={setWay} />
      )}
      <TextField
        {...form.bind('username')}
        label="End user"
        placeholder="the project itself"
        hint="By name. Created if missing."
        hasInitialFocus
      />
      <TextField {...form.bind('displayName')} label="Account name" placeholder="Work" />
      {isDirect && (
        <DirectCredentials
          // What was typed for one service must not be sent to another.
          key={choice.value}
          choice={choice}
          direct={direct}
          errors={errorsByField(form.failure)}
        />
      )}
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <Button variant="ghost" onClick={onCreate}>
          New auth config
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          {isDirect ? 'Connect' : 'Create link'}
        </Button>
      </DialogFoot>
    </form>
  )
}

const NoConfig = ({ onCreate, onClose }: Pick<FormProps, 'onCreate' | 'onClose'>) => (
  <>
    <p>
      This service has no auth config yet. An auth config defines how its accounts are connected: with an
      OAuth client or with credentials per account.
    </p>
    <DialogFoot>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" hasInitialFocus onClick={onCreate}>
        Create auth config
      </Button>
    </DialogFoot>
  </>
)

function useConnecting(username: string, onLink: FormProps['onLink'], onClose: () => void) {
  const { api } = useProject()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const acting = username.trim() ? api.as(username.trim()) : api
  return {
    async createLink(choice: ConfigChoice, displayName: string): Promise<void> {
      const authConfigId = await configIdOf(api, choice)
      onLink(await acting.post(linkPath, { body: { authConfigId, ...named(displayName) } }))
      await refresh(['accounts'], ['auth-configs'])
    },
    async connectDirectly(choice: ConfigChoice, displayName: string, direct: CredentialDraft): Promise<void> {
      const { id } = await acting.post(accountsPath, {
        body: {
          authConfig: { id: await configIdOf(api, choice) },
          connection: {
            state: { authScheme: choice.authScheme as Scheme, val: filledIn(direct.values) },
            ...named(displayName),
          },
          validateCredentials: direct.isValidated,
        },
      })
      toasts.success('Account connected', {
        label: 'View',
        run: () => void navigate({ to: accountUrl({ id }) }),
      })
      await refresh(['accounts'], ['account'], ['toolkit'], ['toolkits'], ['auth-configs'], ['end-user'])
      onClose()
    },
  }
}
