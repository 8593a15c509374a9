import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { endUserIdOf, useEndUserNames } from '../../features/end-users/use-end-user-names.ts'
import { type Filters, useFilters } from '../../filters.ts'
import { useProject } from '../../project.ts'
import './subject-filter.css'

const subjects = [
  { value: 'eUID', label: 'End user', hint: 'name or ID' },
  { value: 'model', label: 'Model', hint: 'openai/gpt-5' },
  { value: 'toolSlug', label: 'Tool', hint: 'slug' },
  { value: 'apiKeyId', label: 'API key', hint: 'id' },
  { value: 'workflowId', label: 'Workflow', hint: 'id' },
  { value: 'executionId', label: 'Execution', hint: 'id' },
  { value: 'threadId', label: 'Thread', hint: 'id' },
] as const

export const subjectNames = subjects.map(({ value }) => value)

/** The subject of the usage: one field for all kinds, since they are rarely combined. */
export function SubjectFilter() {
  const { filters, set } = useFilters()
  const { api } = useProject()
  const [name, setName] = useState<string>('eUID')
  const [text, setText] = useState('')
  const names = useEndUserNames(filters.eUID ? [filters.eUID] : [])
  const { label, hint } = subjects.find(({ value }) => value === name)!
  const apply = async () => {
    const typed = text.trim()
    if (typed === '') return
    try {
      set({ [name]: name === 'eUID' ? await endUserIdOf(api, typed) : typed })
      setText('')
    } catch (error) {
      toasts.error(errorMessage(error))
    }
  }
  const shown = (subject: string, id: string) =>
    subject === 'eUID' ? (names(id) ?? `…${id.slice(-8)}`) : id.length > 24 ? `…${id.slice(-8)}` : id
  return (
    <>
      <span className="subject-filter">
        <select
          className="input filter-choice"
          aria-label="Filter by"
          value={name}
          onChange={(event) => setName(event.target.value)}
        >
          {subjects.map(({ value, label: each }) => (
            <option key={value} value={value}>
              {each}
            </option>
          ))}
        </select>
        <input
          className="input"
          aria-label={`${label}, ${hint}`}
          placeholder={hint}
          data-filter=""
          value={text}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => setText(event.target.value)}
          onBlur={() => void apply()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void apply()
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </span>
      {subjects
        .filter(({ value }) => filters[value])
        .map(({ value, label: each }) => (
          <Chip key={value}>
            {each}: {shown(value, filters[value]!)}
            <IconButton
              label={`Remove filter ${each}`}
              icon={<X size={12} aria-hidden />}
              onClick={() => set({ [value]: undefined } as Filters)}
            />
          </Chip>
        ))}
    </>
  )
}
