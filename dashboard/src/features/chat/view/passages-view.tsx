import { Link } from '@tanstack/react-router'
import { pluralize } from '../../../components/text/pluralize.ts'
import { sourceUrl } from '../../knowledge/knowledge-api.ts'
import type { Passage } from '../transcript/passages.ts'

type PassagesProps = { passages: readonly Passage[] }

/** The texts that a response is based on; each opens the passage that the agent has read. What it did not name is collapsed. */
export function PassagesView({ passages }: PassagesProps) {
  const cited = passages.filter(({ isCited }) => isCited)
  const others = passages.filter(({ isCited }) => !isCited)
  if (passages.length === 0) return null
  return (
    <section className="passages" aria-label="Sources">
      {cited.length > 0 && (
        <>
          <p className="small muted">Sources</p>
          <PassageList passages={cited} />
        </>
      )}
      {others.length > 0 && (
        <details className="step-fold">
          <summary className="small">
            {pluralize(others.length, 'passage')} found, not named in the response
          </summary>
          <PassageList passages={others} />
        </details>
      )}
    </section>
  )
}

const PassageList = ({ passages }: PassagesProps) => (
  <ol>
    {passages.map((passage, at) => (
      <li key={at}>
        <PassageView passage={passage} />
      </li>
    ))}
  </ol>
)

function PassageView({ passage: { source, title, path, text, place } }: { passage: Passage }) {
  // Many texts begin with their title as a heading.
  const headings = path[0] === title ? path.slice(1) : path
  return (
    <details className="step-fold passage">
      <summary>
        <span className="passage-name">{title || source}</span>
        {headings.length > 0 && <span className="muted small"> {headings.join(' › ')}</span>}
      </summary>
      <blockquote className="passage-text">{text}</blockquote>
      {title !== '' && title !== source && <p className="mono small muted">{source}</p>}
      {place && <Link to={sourceUrl(place.collectionId, source, place.chunkId)}>Open in the source</Link>}
    </details>
  )
}
