import { actAs } from '../../features/end-users/act-as.ts'
import { useRead } from '../../project.ts'

export const useTable = (id: string) =>
  useRead(
    ['tables', 'one', id],
    (api, signal) => actAs(api).get('/api/v1/table/collections/{id}', { params: { id }, signal }),
    { refetchInterval: 10_000 },
  )
