import type { KnowledgeSearchResult } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Meter } from '../../../components/charts/meter.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { HighlightedText } from '../../../features/knowledge/highlighted-text.tsx'
import { sourceUrl } from '../../../features/knowledge/knowledge-api.ts'
import { markedWords, withoutHeadingMark } from '../../../features/knowledge/passage.ts'
import { SaveTest } from './save-test.tsx'

const two = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

type ResultProps = { query: string; result: KnowledgeSearchResult; rank: number }

/** A passage that was found: where it is, what of it matched, and how its score comes about. */
export function ResultView({ query, result, rank }: ResultProps) {
  const { collectionId, sourceKey, chunkId, title, path, page, url, text, highlights } = result
  const words = markedWords(text, highlights)
  return (
    <li className="result card">
      <div className="result-head">
        <div className="row">
          <span className="muted number">{rank}</span>
          <h2>
            <Link to={sourceUrl(collectionId, sourceKey, chunkId)} data-row-link="">
              {title}
            </Link>
          </h2>
          {path.length > 0 && <span className="small muted">{path.join(' › ')}</span>}
          {page !== null && <Chip>{`page ${page}`}</Chip>}
          {url !== null && (
            <a className="small truncate" href={url} target="_blank" rel="noreferrer">
              {url}
            </a>
          )}
        </div>
        <SaveTest query={query} result={result} />
      </div>
      <div className="result-body">
        <p className="chunk-text">
          <HighlightedText {...withoutHeadingMark(result)} />
        </p>
        <dl className="scores" aria-label="Why it matched">
          <Score label="Score" value={result.score} />
          <Score label="Keywords" value={result.keywordScore} />
          <Score label="Vector" value={result.vectorScore} />
          <div>
            <dt>Matched terms</dt>
            <dd>{words.length === 0 ? <span className="muted">none</span> : words.join(', ')}</dd>
          </div>
        </dl>
      </div>
    </li>
  )
}

const Score = ({ label, value }: { label: string; value: number | null }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value === null ? (
        <span className="muted">not used</span>
      ) : (
        <>
          <span className="number">{two.format(value)}</span>
          <Meter value={value} of={1} />
        </>
      )}
    </dd>
  </div>
)
