import { Link } from '@tanstack/react-router'
import { writeFilters } from '../../filters.ts'
import { href } from '../../href.ts'
import { tableRoutes } from '../../pages/tables/routes.ts'
import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { rowLabel } from './row-label.ts'
import { documentPath } from './tables-api.ts'

/** The table with this row alone in it. */
export const rowUrl = (tableId: string, id: string): string =>
  href(tableRoutes.detail, { id: tableId }) + writeFilters({ filter: JSON.stringify({ id: { _eq: id } }) })

type RowLinkProps = {
  tableId: string
  id: string
  /** Whose row it is, where that is one end user's. */
  owner?: string | undefined
}

/** Another row by its label. One that was deleted leads nowhere. */
export function RowLink({ tableId, id, owner }: RowLinkProps) {
  const { data: table } = useTableOf(tableId)
  const { data: row, error } = useRead(['documents', tableId, 'one', id, owner], (api, signal) =>
    actAs(api, owner).get(documentPath, { params: { collectionId: tableId, documentId: id }, signal }),
  )
  const short = `…${id.slice(-8)}`
  if (error && !row) return <span title={id}>deleted row {short}</span>
  return (
    <Link to={rowUrl(tableId, id)} title={id}>
      <bdi>{row ? rowLabel(row, table?.schema.fields) : short}</bdi>
    </Link>
  )
}

export const useTableOf = (id: string) =>
  useRead(['tables', 'one', id], (api, signal) =>
    actAs(api).get('/api/v1/table/collections/{id}', { params: { id }, signal }),
  )
