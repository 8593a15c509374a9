import { useState } from 'react'
import { ComboboxField } from '../../../components/form/combobox-field.tsx'
import type { FieldProps } from '../../../components/form/field.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { sourcesPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRead } from '../../../project.ts'
import { readableKey } from '../source/source-format.ts'

type SourceFieldProps = Omit<FieldProps, 'label'> & {
  collectionId: string
  /** The key of a source. */
  value: string
  onChange(sourceKey: string): void
}

const offered = 20

/** A source of the collection by its title, or a key as it is typed. */
export function SourceField({ collectionId, value, onChange, ...field }: SourceFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [q, setText] = useState('')
  const [title, setTitle] = useState('')
  const query = { limit: offered, ...(q === '' ? {} : { q }) }
  const { data } = useRead(
    ['knowledge', 'sources', 'picker', collectionId, query],
    (api, signal) => actAs(api).get(sourcesPath, { params: { id: collectionId }, query, signal }),
    { isEnabled: isOpen, keepsPrevious: true },
  )
  const choose = (sourceKey: string, name: string) => {
    setTitle(name)
    onChange(sourceKey)
  }
  return (
    <ComboboxField
      label="Source"
      {...field}
      shown={value === '' ? '' : title || readableKey(value)}
      placeholder="Any source"
      options={data?.map((source) => ({ label: source.title, value: source.sourceKey }))}
      note={data?.length === 0 ? 'No source has this title.' : undefined}
      onOpen={setOpen}
      onSearch={setText}
      onChoose={({ label, value: key }) => choose(String(key), label)}
      onTyped={(typed) => choose(typed, '')}
    />
  )
}
