import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../auth/session.ts'
import { Drawer } from '../../components/dialog/drawer.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { DocsBar } from '../../features/docs/docs-bar.tsx'
import { useLetterKeys } from '../../features/docs/use-letter-keys.ts'
import { type GuideEntry, guideEntries } from './contents.ts'
import { loadText } from './page-texts.ts'
import { Article } from './read/article.tsx'
import { ContentsList } from './search/contents-list.tsx'
import { useSearch } from './search/use-search.ts'
import './guide-page.css'

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('.guide-list [data-filter]')?.focus()
}

/** The documentation, with or without an account; examples can be run by who is signed in. */
export function GuidePage() {
  const { page = 'start' } = useParams({ strict: false }) as { page?: string }
  const entry = guideEntries.find(({ slug }) => slug === page)
  const { data: session } = useSession()
  const [query, setQuery] = useState('')
  const found = useSearch(query)
  const [isListOpen, setListOpen] = useState(false)
  useLetterKeys({ '/': focusSearch })
  useEffect(() => {
    document.title = `${entry?.title ?? 'Page not found'} · Guide · Stoa`
  }, [entry])
  const open = () => {
    setQuery('')
    setListOpen(false)
  }
  const list = <ContentsList current={entry} query={query} onQuery={setQuery} found={found} onOpen={open} />
  return (
    <div className="guide">
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <DocsBar
        site="guide"
        browseLabel="Browse the guide"
        isSignedIn={session !== undefined}
        onBrowse={() => setListOpen(true)}
      />
      {list}
      <main id="main" tabIndex={-1}>
        {entry ? <PageText key={entry.slug} entry={entry} /> : <h1>Page not found</h1>}
      </main>
      {isListOpen && (
        <Drawer label="Pages" onClose={() => setListOpen(false)}>
          {list}
        </Drawer>
      )}
    </div>
  )
}

function PageText({ entry }: { entry: GuideEntry }) {
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    queryKey: ['guide', entry.file],
    queryFn: () => loadText(entry),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (text !== undefined) return <Article entry={entry} text={text} />
  return (
    <div className="stack">
      <h1>{entry.title}</h1>
      {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
    </div>
  )
}
