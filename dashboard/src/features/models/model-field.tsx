import { useState } from 'react'
import { ComboboxField } from '../../components/form/combobox-field.tsx'
import { useRead } from '../../project.ts'

type ModelFieldProps = { value: string; onChange(model: string): void }

/** A model of the project by name; without one, the default of the project. */
export function ModelField({ value, onChange }: ModelFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { data } = useRead(
    ['models', 'picker', text],
    (api, signal) => api.get('/api/v1/ai/models', { query: { kind: 'chat' }, signal }),
    { isEnabled: isOpen, keepsPrevious: true },
  )
  return (
    <ComboboxField
      label="Model"
      name="model"
      shown={value}
      placeholder="Default"
      options={data?.map(({ id }) => ({ label: id, value: id }))}
      onOpen={setOpen}
      onSearch={setText}
      onChoose={({ label }) => onChange(label)}
      onTyped={onChange}
    />
  )
}
