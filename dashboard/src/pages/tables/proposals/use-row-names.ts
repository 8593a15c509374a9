import type { TableCollection, TableProposal } from '@stoa/sdk'
import { actAs } from '../../../features/end-users/act-as.ts'
import { rowLabel } from '../../../features/tables/row-label.ts'
import { documentsPath } from '../../../features/tables/tables-api.ts'
import { useRead } from '../../../project.ts'

// As many as the server returns in one page; further rows are shown by ID.
const most = 100

/** The labels of the rows of a proposal: an ID alone says nothing to the reader. */
export function useRowNames(
  table: TableCollection,
  proposal: TableProposal,
): (id: string) => string | undefined {
  const ids = [...new Set(proposal.changes.flatMap(({ documentId }) => documentId ?? []))].slice(0, most)
  const { data } = useRead(
    ['documents', table.id, 'names', ids],
    async (api, signal) => {
      const rows = await actAs(api).get(documentsPath, {
        params: { id: table.id },
        query: { filter: JSON.stringify({ id: { _in: ids } }), limit: most },
        signal,
      })
      return new Map(rows.map((row) => [row.id, rowLabel(row, table.schema.fields)]))
    },
    { isEnabled: ids.length > 0 },
  )
  return (id) => data?.get(id)
}
