import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { useFilters } from '../../filters.ts'
import { Button } from '../actions/button.tsx'
import { amount } from '../text/format-number.ts'

type Shown = { total: number; nextCursor?: string | null }

/**
 * For lists that grow while they are read. The mark in the address keeps the place; the way back is remembered on this
 * page alone, so that whoever comes by a link goes back to the beginning.
 */
export function CursorPager({ shown, noun }: { shown: Shown; noun: string }) {
  const { filters, set } = useFilters()
  const [trail, setTrail] = useState<(string | undefined)[]>([])
  const { cursor } = filters
  const next = shown.nextCursor
  const back = () => {
    const before = trail.at(-1)
    setTrail(trail.slice(0, -1))
    set({ cursor: before })
  }
  return (
    <nav className="pager" aria-label="Pages">
      <span className="number" role="status">
        {amount(shown.total)} {noun}
      </span>
      {(cursor || next) && (
        <span className="row">
          <Button icon={<ChevronLeft size={14} aria-hidden />} disabled={!cursor} onClick={back}>
            Previous
          </Button>
          <Button
            disabled={!next}
            onClick={() => {
              setTrail(cursor ? [...trail, cursor] : [undefined])
              set({ cursor: next ?? undefined })
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
