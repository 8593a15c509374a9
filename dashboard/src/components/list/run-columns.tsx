import { duration } from '../text/format-duration.ts'
import { amount } from '../text/format-number.ts'
import { Ago } from '../text/time-ago.tsx'
import type { Column } from './table.tsx'

type Rank = NonNullable<Column<never>['rank']>

/** What every list of things that were run tells of each: how long, for how much, and when. */
export const tookColumn = <Row,>(msOf: (row: Row) => number | null, rank: Rank = 2): Column<Row> => ({
  id: 'took',
  header: 'Duration',
  align: 'end',
  rank,
  cell: (row) => {
    const ms = msOf(row)
    return <span className="number">{ms === null ? <span className="muted">–</span> : duration(ms)}</span>
  },
})

export const creditsColumn = <Row,>(creditsOf: (row: Row) => number | null, rank: Rank = 3): Column<Row> => ({
  id: 'credits',
  header: 'Credits',
  align: 'end',
  rank,
  cell: (row) => {
    const credits = creditsOf(row)
    return <span className="number">{credits === null ? 'no price' : amount(credits)}</span>
  },
})

export const whenColumn = <Row extends { createdAt: string }>(): Column<Row> => ({
  id: 'when',
  header: 'Time',
  align: 'end',
  cell: ({ createdAt }) => <Ago at={createdAt} />,
})
