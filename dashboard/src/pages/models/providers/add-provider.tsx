import type { LlmProvider, SavedLlmProvider } from '@stoa/sdk'
import { useState } from 'react'
import { SelectField } from '../../../components/form/field.tsx'
import { providerName } from '../../../features/models/provider-state.tsx'
import { ProviderForm } from './provider-form.tsx'

type AddProviderProps = {
  providers: readonly LlmProvider[]
  onClose(): void
  onSaved(provider: SavedLlmProvider): void
}

const custom = 'custom'
// Most people have a key of one of these.
const first = ['openai', 'anthropic', 'google']

/** Asks which provider it is, then for its key. A server of your own gets a name and a URL. */
export function AddProvider({ providers, ...callbacks }: AddProviderProps) {
  const listed = providers
    .filter(({ name, source }) => source === 'none' && name !== 'compatible')
    .map(({ name }) => name)
    .sort((a, b) => rankOf(a) - rankOf(b) || providerName(a).localeCompare(providerName(b)))
  const [chosen, setChosen] = useState(listed[0] ?? custom)
  const provider = providers.find(({ name }) => name === chosen) ?? null
  return (
    <ProviderForm
      key={chosen}
      provider={provider}
      choice={
        <SelectField
          name="provider"
          label="Provider"
          value={chosen}
          onChange={setChosen}
          error={undefined}
          choices={[
            ...listed.map((name) => ({ value: name, label: providerName(name) })),
            { value: custom, label: 'Another server (vLLM, llama.cpp, LM Studio, …)' },
          ]}
        />
      }
      {...callbacks}
    />
  )
}

const rankOf = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length)
