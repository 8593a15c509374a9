import { formatDuration } from '../text/format-duration.ts'
import { formatAmount } from '../text/format-number.ts'
import { TimeAgo } from '../text/time-ago.tsx'
import type { Column } from './table.tsx'

type Rank = NonNullable<Column<never>['rank']>

/** The columns that every list of executions has: duration, cost and time. */
export const durationColumn = <Row,>(msOf: (row: Row) => number | null, rank: Rank = 2): Column<Row> => ({
  id: 'took',
  header: 'Duration',
  align: 'end',
  rank,
  cell: (row) => {
    const ms = msOf(row)
    return (
      <span className="number">{ms === null ? <span className="muted">–</span> : formatDuration(ms)}</span>
    )
  },
})

export const creditsColumn = <Row,>(creditsOf: (row: Row) => number | null, rank: Rank = 3): Column<Row> => ({
  id: 'credits',
  header: 'Credits',
  align: 'end',
  rank,
  cell: (row) => {
    const credits = creditsOf(row)
    return <span className="number">{credits === null ? 'no price' : formatAmount(credits)}</span>
  },
})

export const timeColumn = <Row extends { createdAt: string }>(): Column<Row> => ({
  id: 'when',
  header: 'Time',
  align: 'end',
  cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
})
