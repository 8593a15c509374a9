import { Link } from '@tanstack/react-router'
import { sourceUrl } from '../../knowledge/knowledge-api.ts'
import type { Passage } from '../transcript/passages.ts'

type PassagesProps = { passages: readonly Passage[] }

/** The texts that a response is based on; each opens the passage that the agent has read. */
export function PassagesView({ passages }: PassagesProps) {
  if (passages.length === 0) return null
  return (
    <section className="passages" aria-label="Sources">
      <p className="small muted">Sources</p>
      <ol>
        {passages.map((passage, at) => (
          <li key={at}>
            <PassageView passage={passage} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const PassageView = ({ passage: { source, title, path, text, place, isCited } }: { passage: Passage }) => (
  <details className="step-fold passage">
    <summary>
      <span className="passage-name">{title || source}</span>
      {path.length > 0 && <span className="muted small"> {path.join(' › ')}</span>}
      {!isCited && <span className="muted small"> (not named in the response)</span>}
    </summary>
    <blockquote className="passage-text">{text}</blockquote>
    {title !== '' && title !== source && <p className="mono small muted">{source}</p>}
    {place && <Link to={sourceUrl(place.collectionId, source, place.chunkId)}>Open in the source</Link>}
  </details>
)
