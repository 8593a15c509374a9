import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useFilters } from '../../filters.ts'
import { SearchBox } from './filter-bar.tsx'

/**
 * The search of a list, in the URL as `q`. A search is one entry of the history, however often it was applied while it was
 * typed: it ends with Enter, and where the field is left. That it was deleted is one more, also letter by letter.
 */
export function ListSearch({ label }: { label: string }) {
  const { filters, set } = useFilters()
  const { history } = useRouter()
  const isContinued = useRef(false)
  // What the present entry was before letters were deleted at its end; empty where that is an entry behind it.
  const typed = useRef('')
  const end = () => {
    isContinued.current = false
  }
  useEffect(() => {
    // The entry that would be replaced is another one.
    addEventListener('popstate', end)
    return () => removeEventListener('popstate', end)
  }, [])
  const apply = (q: string) => {
    const before = isContinued.current ? typed.current : (filters.q ?? '')
    const isShorter = before.startsWith(q)
    if (isContinued.current && q === '' && typed.current !== '') {
      set({ q: typed.current }, { replace: true })
      // Changes of one moment would become one entry.
      history.flush()
      set({ q }, { replace: false })
      typed.current = ''
    } else {
      set({ q }, { replace: isContinued.current })
      if (!isShorter) typed.current = q
      else if (!isContinued.current) typed.current = ''
    }
    isContinued.current = true
  }
  return <SearchBox label={label} value={filters.q ?? ''} onChange={apply} onEnd={end} />
}
