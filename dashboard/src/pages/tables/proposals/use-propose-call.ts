import type { ApiCall } from '../../../components/code/call-snippets.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { collectionsPath, documentsPath, type Field } from '../../../features/tables/tables-api.ts'
import { useRead } from '../../../project.ts'
import { exampleRow } from '../example-row.ts'

/** An example of a write that requires approval, to an existing table. */
export const proposeCallFor = (table: { slug: string; schema: { fields: Field[] } }): ApiCall => ({
  method: 'POST',
  path: documentsPath,
  params: { id: table.slug },
  headers: { 'x-propose': 'true', 'x-propose-reason': 'The customer requested it' },
  body: exampleRow(table.schema.fields),
})

// Where there is no table yet, the first step is one in which all writes of members wait.
const createCall: ApiCall = {
  method: 'POST',
  path: collectionsPath,
  body: {
    name: 'Customers',
    writes: 'proposed',
    schema: { fields: [{ name: 'email', type: 'email', required: true }] },
  },
}

export function useProposeCall(): ApiCall {
  const { data } = useRead(['tables', 'newest'], (api, signal) =>
    actAs(api).get(collectionsPath, { query: { limit: 1 }, signal }),
  )
  return data?.[0] ? proposeCallFor(data[0]) : createCall
}
