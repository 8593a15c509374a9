import { useState } from 'react'
import { ComboboxField } from '../../components/form/combobox-field.tsx'
import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { useWorkflowNames } from './use-workflow-names.ts'
import { workflowsPath } from './workflows-api.ts'

const few = 20

type WorkflowFieldProps = {
  name: string
  label: string
  hint?: string
  error: string | undefined
  /** The id, or nothing. */
  value: string
  onChange(id: string): void
  /** Offers active agents alone. */
  isAgentOnly?: boolean
}

/** A workflow or agent, searched for by name. */
export function WorkflowField({ value, onChange, isAgentOnly = false, ...described }: WorkflowFieldProps) {
  const [q, setQ] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const nameOf = useWorkflowNames()
  const found = useRead(
    ['workflows', 'picker', q, isAgentOnly],
    (api, signal) =>
      actAs(api).get(workflowsPath, {
        query: {
          q: q || undefined,
          limit: few,
          sortBy: 'name',
          sortOrder: 'ASC',
          ...(isAgentOnly ? { workflowType: 'agent', isActive: true } : {}),
        },
        signal,
      }),
    { keepsPrevious: true, isEnabled: isOpen },
  )
  const shown = value === '' ? '' : chosen?.id === value ? chosen.name : (nameOf(value) ?? value)
  return (
    <ComboboxField
      {...described}
      shown={shown}
      placeholder={isAgentOnly ? 'Search agents' : 'Search workflows and agents'}
      options={found.data?.map(({ id, name, workflowType }) => ({
        label: workflowType === 'agent' && !isAgentOnly ? `${name} (agent)` : name,
        value: id,
      }))}
      note={found.data?.length === 0 ? <span role="status">No results.</span> : null}
      onOpen={setOpen}
      onSearch={setQ}
      onChoose={({ label, value: id }) => {
        setChosen({ id: String(id), name: label })
        onChange(String(id))
      }}
      // Only what exists can be executed; an emptied field chooses none.
      onTyped={(text) => text === '' && onChange('')}
    />
  )
}
