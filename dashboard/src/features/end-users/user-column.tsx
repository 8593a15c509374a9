import type { Column } from '../../components/list/table.tsx'
import { EndUserName } from './end-user-name.tsx'

/** The end user of each row; by name, where the list has IDs. */
export const userColumn = <Row extends { eUID: string }>(
  nameOf: (id: string) => string | undefined,
  rank: 2 | 3 = 2,
): Column<Row> => ({
  id: 'user',
  header: 'End user',
  rank,
  cell: ({ eUID }) => <EndUserName id={eUID} name={nameOf(eUID)} />,
})
