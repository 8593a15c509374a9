import { useState } from 'react'
import { ComboboxField } from '../../components/form/combobox-field.tsx'
import type { FieldProps } from '../../components/form/field.tsx'
import { useRead } from '../../project.ts'
import { modelOptions } from './model-options.ts'
import { useChatModels } from './use-model-names.ts'

type ModelFieldProps = Partial<FieldProps> & {
  value: string
  placeholder?: string
  onChange(model: string): void
}

/** A model of the project by name; without one, the default of the project. */
export function ModelField({ value, placeholder, onChange, ...field }: ModelFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const models = useChatModels(isOpen)
  const defaultId = useDefaultModel(value === '' && placeholder === undefined)
  const options = models && modelOptions(models, text)
  return (
    <ComboboxField
      label="Model"
      name="model"
      {...field}
      shown={value}
      placeholder={placeholder ?? (defaultId ? `Project default (${defaultId})` : 'Project default')}
      options={options}
      note={options?.length === 0 ? 'No model has this name.' : undefined}
      onOpen={setOpen}
      onSearch={setText}
      onChoose={({ label }) => onChange(label)}
      onTyped={onChange}
    />
  )
}

/** What a call that names no model uses at present. */
function useDefaultModel(isEnabled: boolean): string | undefined {
  const { data } = useRead(
    ['models', 'default'],
    (api, signal) => api.get('/api/v1/ai/models', { query: { isDefault: true }, signal }),
    { isEnabled },
  )
  return data?.[0]?.modelId
}
