import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef } from 'react'
import { useFilters } from '../../filters.ts'
import { Button } from '../actions/button.tsx'
import { formatAmount } from '../text/format-number.ts'

type Shown = { total: number; nextCursor?: string | null }

/**
 * For lists that grow while they are read. The cursor is in the URL; which one was before it is remembered on this
 * page alone, so that "Previous" after following a link leads to the beginning.
 */
export function CursorPagination({ shown, noun }: { shown: Shown; noun: string }) {
  const { filters, set } = useFilters()
  const before = useRef(new Map<string, string | undefined>())
  const { cursor } = filters
  const next = shown.nextCursor ?? undefined
  return (
    <nav className="pagination" data-docked="" aria-label="Pages">
      <span className="number" role="status">
        {formatAmount(shown.total)} {noun}
      </span>
      {(cursor || next) && (
        <span className="row">
          <Button
            icon={<ChevronLeft size={14} aria-hidden />}
            disabled={!cursor}
            onClick={() => set({ cursor: cursor && before.current.get(cursor) })}
          >
            Previous
          </Button>
          <Button
            disabled={!next}
            onClick={() => {
              if (next) before.current.set(next, cursor)
              set({ cursor: next })
            }}
          >
            Next
            <ChevronRight size={14} aria-hidden />
          </Button>
        </span>
      )}
    </nav>
  )
}
