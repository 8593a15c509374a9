import type { KnowledgeCrawlPreview } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { previewCrawlPath } from '../../../features/knowledge/knowledge-api.ts'

type Found = { url: string } & ({ preview: KnowledgeCrawlPreview } | { error: string })

const shown = 20

/** What a crawl from this URL would begin with. */
export function CrawlPreview({
  collectionId: id,
  url,
  maxPages,
}: {
  collectionId: string
  url: string
  maxPages: number
}) {
  const api = useApiAs()
  const [found, setFound] = useState<Found | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const look = async () => {
    setIsLoading(true)
    try {
      setFound({ url, preview: await api.post(previewCrawlPath, { params: { id }, body: { url } }) })
    } catch (error) {
      setFound({ url, error: errorMessage(error) })
    }
    setIsLoading(false)
  }
  // Of another URL it says nothing.
  const current = found?.url === url ? found : null
  return (
    <div className="stack" aria-live="polite">
      <div className="row">
        <Button onClick={() => void look()} disabled={url === '' || isLoading}>
          {isLoading ? 'Looking…' : 'Preview pages'}
        </Button>
      </div>
      {current && 'error' in current && <p role="alert">{current.error}</p>}
      {current && 'preview' in current && <Pages preview={current.preview} maxPages={maxPages} />}
    </div>
  )
}

function Pages({ preview, maxPages }: { preview: KnowledgeCrawlPreview; maxPages: number }) {
  const { pages, pageCount, sitemapCount, delayMs } = preview
  const listed = pages.slice(0, Math.min(shown, maxPages || shown))
  return (
    <>
      <p className="small">
        {formatAmount(pageCount)} {pageCount === 1 ? 'page' : 'pages'} found
        {sitemapCount > 0 ? `, ${formatAmount(sitemapCount)} of them in the sitemap` : ''}; further ones may
        be linked from them. One request every {formatAmount(delayMs / 1_000)} s.
      </p>
      <ul aria-label="Pages of the crawl" className="crawl-preview small">
        {listed.map((page) => (
          <li key={page} className="truncate" title={page}>
            {page}
          </li>
        ))}
      </ul>
      {pageCount > listed.length && (
        <p className="muted small">and {formatAmount(pageCount - listed.length)} more</p>
      )}
    </>
  )
}
