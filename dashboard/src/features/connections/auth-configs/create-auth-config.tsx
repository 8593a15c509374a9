import type { AuthConfig, AuthFields, BodyOf } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { CheckboxList } from '../../../components/form/checkbox-list.tsx'
import { Checkbox, SelectField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { schemeName } from '../../toolkits/toolkit-labels.ts'
import { configsPath } from '../connections-api.ts'
import { CopyField } from '../copy-field.tsx'
import { CredentialGroup, errorsByField, filledIn } from './credential-fields.tsx'
import { ToolkitPicker } from './toolkit-picker.tsx'

type CreateProps = { toolkitSlug?: string; onClose(): void; onCreated(config: AuthConfig): void }
type Scheme = AuthFields['schemes'][number]
type ConfigBody = BodyOf<typeof configsPath, 'post'>['authConfig']

/** First the service, then the fields that the API says it requires. */
export function CreateAuthConfig({ toolkitSlug, onClose, onCreated }: CreateProps) {
  const [slug, setSlug] = useState(toolkitSlug ?? null)
  const { data, error } = useRead(
    ['auth-fields', slug],
    (api, signal) => api.get(`${configsPath}/fields`, { query: { toolkitSlug: slug! }, signal }),
    { isEnabled: slug !== null },
  )
  return (
    <Dialog title={data ? `Auth config for ${data.toolkit.name}` : 'Create an auth config'} onClose={onClose}>
      {slug === null ? (
        <ToolkitPicker onChoose={setSlug} />
      ) : error ? (
        <ErrorAlert error={error}>
          <Button onClick={() => setSlug(null)}>Change toolkit</Button>
        </ErrorAlert>
      ) : data ? (
        <ConfigForm key={slug} fields={data} onClose={onClose} onCreated={onCreated} />
      ) : (
        <SkeletonLines count={4} />
      )}
    </Dialog>
  )
}

const managedLabel = 'Managed: no setup required'
const choiceKey = (scheme: Scheme, isManaged: boolean) =>
  `${isManaged ? 'managed' : 'own'} ${scheme.authScheme}`

function choicesIn({ schemes }: AuthFields) {
  return schemes.flatMap((scheme) => [
    ...(scheme.isProviderManaged
      ? [{ value: choiceKey(scheme, true), label: `${schemeName(scheme.authScheme)}. ${managedLabel}` }]
      : []),
    { value: choiceKey(scheme, false), label: schemeName(scheme.authScheme) },
  ])
}

type ConfigFormProps = { fields: AuthFields; onClose(): void; onCreated(config: AuthConfig): void }

function ConfigForm({ fields, onClose, onCreated }: ConfigFormProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const choices = choicesIn(fields)
  const form = useForm({ how: choices[0]?.value ?? '', displayName: '' })
  const [credentials, setCredentials] = useState<Record<string, string>>({})
  const [scopes, setScopes] = useState<ReadonlySet<string> | null>(null)
  const [kind = '', authScheme = ''] = form.values.how.split(' ')
  const isManaged = kind === 'managed'
  const scheme = fields.schemes.find((each) => each.authScheme === authScheme)
  const create = form.submit(async ({ displayName }) => {
    const config = await api.post(configsPath, {
      body: {
        toolkit: { slug: fields.toolkit.slug },
        authConfig: {
          ...(isManaged
            ? { type: 'use_provider_managed_auth' }
            : { type: 'use_custom_auth', credentials: filledIn(credentials) }),
          authScheme: authScheme as ConfigBody['authScheme'],
          ...(displayName.trim() ? { displayName: displayName.trim() } : {}),
          ...(scopes ? { scopes: [...scopes] } : {}),
        },
      },
    })
    toasts.success(`${config.toolkit.name} auth config created`)
    await refresh(['auth-configs'])
    onCreated(config)
  })
  if (!scheme)
    return <p className="muted">{fields.toolkit.name} requires no credentials. Its tools are ready to use.</p>
  const errors = errorsByField(form.failure)
  const change = (name: string, value: string) => setCredentials({ ...credentials, [name]: value })
  return (
    <form className="form" noValidate onSubmit={create}>
      <SelectField {...form.bind('how')} label="Auth scheme" choices={choices} />
      <TextField
        {...form.bind('displayName')}
        label="Name"
        placeholder={fields.toolkit.name}
        hasInitialFocus
      />
      {!isManaged && (
        <>
          {scheme.redirectUri && <RedirectUri uri={scheme.redirectUri} />}
          <CredentialGroup
            group={scheme.authConfigCreation}
            values={credentials}
            onChange={change}
            errorOf={(name) => errors.get(name)}
          />
        </>
      )}
      <ScopePicker scopes={scheme.scopes} chosen={scopes} onChange={setScopes} />
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          Create auth config
        </Button>
      </DialogFoot>
    </form>
  )
}

/** Some services need a separate callback URL for every auth config, which is known once there is one. */
const RedirectUri = ({ uri }: { uri: string }) =>
  uri.includes('{authConfigId}') ? (
    <p className="muted small">
      {'Each auth config has its own redirect URI. It is shown after the config is created.'}
    </p>
  ) : (
    <CopyField label="Redirect URI (enter it at the service)" value={uri} />
  )

type ScopePickerProps = {
  scopes: Scheme['scopes']
  /** Null means all of them. */
  chosen: ReadonlySet<string> | null
  onChange(chosen: ReadonlySet<string>): void
}

function ScopePicker({ scopes, chosen, onChange }: ScopePickerProps) {
  if (scopes.length === 0) return null
  const shown = chosen ?? new Set(scopes.map(({ name }) => name))
  return (
    <CheckboxList label="Scopes" hint={`${shown.size} of ${scopes.length}. Requested from end users.`}>
      {scopes.map(({ name, description }) => (
        <Checkbox
          key={name}
          label={<code>{name}</code>}
          hint={description}
          isOn={shown.has(name)}
          onChange={(isOn) => {
            const next = new Set(shown)
            if (isOn) next.add(name)
            else next.delete(name)
            onChange(next)
          }}
        />
      ))}
    </CheckboxList>
  )
}
