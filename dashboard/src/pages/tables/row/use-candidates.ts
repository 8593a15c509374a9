import type { TableCollection } from '@stoa/sdk'
import { actAs } from '../../../features/end-users/act-as.ts'
import { rowLabel } from '../../../features/tables/row-label.ts'
import { documentsPath, type Field } from '../../../features/tables/tables-api.ts'
import { useRead } from '../../../project.ts'

export type Candidate = { id: string; label: string }

const shownCandidates = 12

/** Whether the value of a field is the ID of something else: a row of a table, or a file. */
export const isReference = ({ type, relation }: Field): boolean =>
  type === 'file' || (type === 'relation' && relation !== undefined)

/** The rows or files that a field can refer to, for what was typed. */
export function useCandidates(field: Field, q: string) {
  const rows = useRowCandidates(field.type === 'relation' ? field.relation?.collectionId : undefined, q)
  const files = useFileCandidates(field.type === 'file', q)
  return field.type === 'file' ? files : rows
}

function useRowCandidates(tableId: string | undefined, q: string) {
  const isEnabled = tableId !== undefined
  const params = { id: tableId ?? '' }
  const { data: table } = useRead(
    ['tables', 'one', params.id],
    (api, signal) => actAs(api).get('/api/v1/table/collections/{id}', { params, signal }),
    { isEnabled },
  )
  const { data, error } = useRead(
    ['documents', params.id, 'pick', q],
    (api, signal) =>
      actAs(api).get(documentsPath, {
        params,
        query: { ...(q === '' ? {} : { q }), limit: shownCandidates },
        signal,
      }),
    { keepsPrevious: true, isEnabled },
  )
  const fields = (table as TableCollection | undefined)?.schema.fields
  return {
    what: table?.name ?? 'rows',
    candidates: data?.map((row): Candidate => ({ id: String(row.id), label: rowLabel(row, fields) })),
    error,
  }
}

function useFileCandidates(isEnabled: boolean, q: string) {
  const { data, error } = useRead(
    ['files', 'pick', q],
    (api, signal) =>
      actAs(api).get('/api/v1/file', {
        query: { ...(q === '' ? {} : { q }), limit: shownCandidates },
        signal,
      }),
    { keepsPrevious: true, isEnabled },
  )
  return { what: 'files', candidates: data?.map(({ id, name }): Candidate => ({ id, label: name })), error }
}
