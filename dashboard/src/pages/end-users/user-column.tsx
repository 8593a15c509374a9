import { EndUserName } from '../../parts/end-user-name.tsx'
import type { Column } from '../../parts/table.tsx'

/** For whom each row was made; by name, where the list carries ids. */
export const userColumn = <Row extends { eUID: string }>(
  nameOf: (id: string) => string | undefined,
  rank: 2 | 3 = 2,
): Column<Row> => ({
  id: 'user',
  header: 'End user',
  rank,
  cell: ({ eUID }) => <EndUserName id={eUID} name={nameOf(eUID)} />,
})
