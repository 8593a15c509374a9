import { useRead } from '../../project.tsx'
import { tablesOf } from './tables-api.ts'

export const useTable = (id: string) =>
  useRead(
    ['tables', 'one', id],
    (api, signal) => tablesOf(api).get('/api/v1/table/collections/{id}', { params: { id }, signal }),
    { refetchInterval: 10_000 },
  )
