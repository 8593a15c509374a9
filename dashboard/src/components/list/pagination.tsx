import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from '../actions/button.tsx'

type Shown = { total: number; page: number; limit: number; totalPages: number }

const count = new Intl.NumberFormat('en')

export function Pagination({ shown, onPage }: { shown: Shown; onPage(page: number): void }) {
  const { total, page, limit, totalPages } = shown
  const first = Math.min(total, (page - 1) * limit + 1)
  const last = Math.min(total, page * limit)
  return (
    <nav className="pagination" data-docked="" aria-label="Pages">
      <span className="number" role="status">
        {total === 0 ? 'None' : `${count.format(first)}–${count.format(last)} of ${count.format(total)}`}
      </span>
      {totalPages > 1 && (
        <span className="row">
          <Button
            icon={<ChevronLeft size={14} aria-hidden />}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            Previous
          </Button>
          <Button disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
            Next
            <ChevronRight size={14} aria-hidden />
          </Button>
        </span>
      )}
    </nav>
  )
}
