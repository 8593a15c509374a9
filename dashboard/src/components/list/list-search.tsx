import { useEffect, useRef } from 'react'
import { useFilters } from '../../filters.ts'
import { SearchBox } from './filter-bar.tsx'

/**
 * The search of a list, in the URL as `q`. A search is one entry of the history, however often it was applied while it was
 * typed: it ends with Enter, and where the field is left.
 */
export function ListSearch({ label }: { label: string }) {
  const { filters, set } = useFilters()
  const isContinued = useRef(false)
  const end = () => {
    isContinued.current = false
  }
  useEffect(() => {
    // The entry that would be replaced is another one.
    addEventListener('popstate', end)
    return () => removeEventListener('popstate', end)
  }, [])
  return (
    <SearchBox
      label={label}
      value={filters.q ?? ''}
      onChange={(q) => {
        set({ q }, { replace: isContinued.current })
        isContinued.current = true
      }}
      onEnd={end}
    />
  )
}
