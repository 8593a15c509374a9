import { useId } from 'react'
import { TextFilter } from '../../components/list/filter-bar.tsx'
import { useRead } from '../../project.ts'
import { projectUser } from './act-as.ts'

// Enough to choose from; other names can be typed.
const suggested = 20

/** Any end user by name; those with the most stored data are suggested. */
export function OwnerFilter({ value, onChange }: { value: string; onChange(owner: string): void }) {
  const listId = useId()
  const { data } = useRead(['end-users', 'owners'], (api, signal) =>
    api.get('/api/v1/external-users', {
      query: { sortBy: 'storageUsedKb', sortOrder: 'DESC', limit: suggested, fields: ['name'] },
      signal,
    }),
  )
  const names = [...new Set([projectUser, ...(data?.map(({ name }) => name) ?? [])])]
  return (
    <>
      <TextFilter
        label="Owner"
        title="The name of an end user; project_default_user is the project itself"
        list={listId}
        value={value}
        onChange={onChange}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
