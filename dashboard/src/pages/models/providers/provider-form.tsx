import type { LlmProvider, SavedLlmProvider } from '@stoa/sdk'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { providerName } from '../../../features/models/provider-state.tsx'
import { providersPath } from '../../../features/models/use-providers.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { noTexts, type ProviderDraft, providerBodyOf, textsOf } from './provider-labels.ts'

const kindChoices = [
  { value: 'openai-compatible', label: 'OpenAI-compatible (vLLM, llama.cpp, LM Studio, …)' },
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
]
const apiFormatChoices = [
  { value: '', label: 'Default for the URL' },
  { value: 'responses', label: 'Responses' },
  { value: 'chat', label: 'Chat completions' },
]

type ProviderFormProps = {
  /** Null for one that the project names itself. */
  provider: LlmProvider | null
  /** Chooses another provider while none is configured by this form yet. */
  choice?: ReactNode
  onClose(): void
  onSaved(provider: SavedLlmProvider): void
}

export function ProviderForm({ provider, choice, onClose, onSaved }: ProviderFormProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [before] = useState(provider)
  const form = useForm(before === null ? noTexts : textsOf(before))
  const save = form.submit(async (texts) => {
    const saved = await api.put(providersPath, { body: providerBodyOf(texts, before !== null) })
    await refresh(['models'], ['llm'])
    onSaved(saved)
  })
  const title = before === null || choice ? 'Add a provider' : `Configure ${providerName(before.name)}`
  return (
    <FormDialog title={title} submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      {choice}
      {before === null && <NameFields form={form} />}
      <KeyField form={form} before={before} />
      <BaseUrlField form={form} before={before} />
      <OptionFields form={form} kind={before?.kind ?? form.values.kind} />
    </FormDialog>
  )
}

type Form = ReturnType<typeof useForm<ProviderDraft>>

const NameFields = ({ form }: { form: Form }) => (
  <>
    <TextField
      {...form.bind('name')}
      label="Name"
      placeholder="lab"
      isMono
      isRequired
      hasInitialFocus
      hint={`Model IDs start with ${form.values.name.trim() || 'lab'}/`}
    />
    <SelectField {...form.bind('kind')} label="API format" choices={kindChoices} />
  </>
)

/** What is typed here is sealed by the server and never comes back; only the last characters are shown. */
function KeyField({ form, before }: { form: Form; before: LlmProvider | null }) {
  const currentKeys = before?.source === 'project' ? before.keys.map(({ last4 }) => `…${last4 ?? ''}`) : []
  return (
    <AreaField
      {...form.bind('apiKeys')}
      label={currentKeys.length > 0 ? 'New keys' : 'API keys'}
      rows={2}
      isMono
      hasInitialFocus={before !== null}
      placeholder={currentKeys.length > 0 ? 'leave empty to keep the current keys' : 'one per line'}
      hint={
        <>
          One per line. If a key is rejected or rate limited, the next one is used. Keys are stored encrypted
          and never shown again.
          {currentKeys.length > 0 && ` Current: ${currentKeys.join(', ')}. New keys replace them.`}
        </>
      }
    />
  )
}

function BaseUrlField({ form, before }: { form: Form; before: LlmProvider | null }) {
  const isOllama = before?.name === 'ollama'
  const isNeeded = before === null || isOllama || before.name === 'compatible'
  return (
    <TextField
      {...form.bind('baseUrl')}
      label="Base URL"
      type="url"
      isMono
      isRequired={isNeeded}
      placeholder={
        isOllama ? 'https://ollama.example.com/v1' : isNeeded ? 'https://llm.example.com/v1' : 'default'
      }
      hint={
        before?.baseUrl
          ? 'Changing the URL clears the keys: enter them again.'
          : 'Private addresses must be allowed by the server operator.'
      }
    />
  )
}

function OptionFields({ form, kind }: { form: Form; kind: string }) {
  if (kind === 'amazon-bedrock') {
    return (
      <div className="form-pair">
        <TextField {...form.bind('region')} label="Region" placeholder="eu-central-1" isMono />
        <TextField
          {...form.bind('accessKeyId')}
          label="Access key ID"
          isMono
          hint="For key pairs; the secret is the key above."
        />
      </div>
    )
  }
  if (kind === 'azure') {
    return (
      <div className="form-pair">
        <TextField {...form.bind('resourceName')} label="Resource" placeholder="my-resource" isMono />
        <TextField {...form.bind('apiVersion')} label="API version" isMono />
      </div>
    )
  }
  return kind === 'openai' ? (
    <SelectField {...form.bind('api')} label="API" choices={apiFormatChoices} />
  ) : null
}
