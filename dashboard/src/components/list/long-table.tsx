import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { Table, type TableProps } from './table.tsx'

// The height that the style sheet gives to a row of a table.
const rowHeight = 41

/** Draws only the rows that are seen: of hundreds, each with links and buttons, a page would become slow. */
export function LongTable<Row>({ rows, ...rest }: Omit<TableProps<Row>, 'unseen'>) {
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(frame.current?.offsetTop ?? 0), [])
  const virtualizer = useWindowVirtualizer({
    count: rows?.length ?? 0,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: top,
  })
  const seen = virtualizer.getVirtualItems()
  const before = (seen[0]?.start ?? top) - top
  const after = virtualizer.getTotalSize() - ((seen.at(-1)?.end ?? top) - top)
  return (
    <div ref={frame}>
      <Table {...rest} rows={rows && seen.map(({ index }) => rows[index]!)} unseen={{ before, after }} />
    </div>
  )
}
