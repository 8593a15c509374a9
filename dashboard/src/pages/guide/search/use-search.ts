import { parseMarkdown } from '@stoa/markdown'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { guideEntries } from '../contents.ts'
import { loadText } from '../page-texts.ts'
import { type FoundPart, searchIndex, searchPages } from './search-pages.ts'

/** Loads every page with the first letter that is typed. Undefined while nothing is searched for, or until then. */
export function useSearch(query: string): readonly FoundPart[] | undefined {
  const isSearch = query.trim() !== ''
  const { data: index } = useQuery({
    queryKey: ['guide', 'index'],
    queryFn: async () => {
      const texts = await Promise.all(guideEntries.map(loadText))
      return searchIndex(guideEntries.map((entry, at) => ({ entry, blocks: parseMarkdown(texts[at]!) })))
    },
    enabled: isSearch,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => (isSearch && index ? searchPages(index, query) : undefined), [isSearch, index, query])
}
