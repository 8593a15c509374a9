import type { ReactNode } from 'react'
import { FileLink } from '../../../features/files/file-link.tsx'
import { RowLink } from '../../../features/tables/row-link.tsx'
import type { Field } from '../../../features/tables/tables-api.ts'
import { textOf } from '../cell-values.ts'

type Change = { field: string; from?: unknown; to?: unknown }

/** What changes in a row: of each field the value before, and the one after. Other rows and files are named. */
export const ChangedFields = ({
  changes,
  fields,
  none,
}: {
  changes: readonly Change[]
  fields: readonly Field[]
  none?: string
}) => (
  <ul className="history-changes">
    {changes.length === 0 && none && <li className="muted">{none}</li>}
    {changes.map(({ field, from, to }) => {
      const declared = fields.find(({ name }) => name === field)
      return (
        <li key={field}>
          <code>{field}</code>
          <span className="history-values">
            {textOf(from) !== '' && <del dir="auto">{valueView(from, declared)}</del>}
            {textOf(to) !== '' && <ins dir="auto">{valueView(to, declared)}</ins>}
          </span>
        </li>
      )
    })}
  </ul>
)

function valueView(value: unknown, field: Field | undefined): ReactNode {
  if (typeof value === 'string' && field?.type === 'file')
    return <FileLink id={value.replace(/^file:/, '')} />
  if (typeof value === 'string' && field?.type === 'relation' && field.relation)
    return <RowLink tableId={field.relation.collectionId} id={value} />
  return textOf(value)
}
