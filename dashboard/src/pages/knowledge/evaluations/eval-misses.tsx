import type { KnowledgeEval, KnowledgeEvalResult } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { evalResultsPath, sourceUrl } from '../../../features/knowledge/knowledge-api.ts'
import { useRead } from '../../../project.ts'
import { readableKey } from '../source/source-format.ts'

const shownMisses = 50
const shownPassages = 3
const shownLetters = 120

/** Questions whose passage was not found, with what was found instead. */
export function EvalMisses({ collectionId, shown }: { collectionId: string; shown: KnowledgeEval }) {
  const { data, error, refetch } = useRead(['knowledge', 'misses', collectionId, shown.id], (api, signal) =>
    actAs(api).page(evalResultsPath, {
      params: { id: collectionId, evalRunId: shown.id },
      query: { status: 'miss', limit: shownMisses },
      signal,
    }),
  )
  if (error) return <ErrorAlert error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonLines count={4} />
  return (
    <Card title={`Misses (${data.total})`}>
      {data.total === 0 ? (
        <p className="muted">Every test found its passage.</p>
      ) : (
        <ul className="misses" aria-label="Misses">
          {data.data.map((result) => (
            <Miss key={result.testId} collectionId={collectionId} result={result} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Without the marks of headings, which say nothing in a line. */
const beginOf = (text: string): string => {
  const plain = text.replaceAll(/^#+\s+/gm, '').replaceAll(/\s+/g, ' ')
  return plain.length > shownLetters ? `${plain.slice(0, shownLetters)}…` : plain
}

function Miss({ collectionId, result }: { collectionId: string; result: KnowledgeEvalResult }) {
  const { query, sourceKey, mustContain, rank, statusBefore, found, k } = result
  return (
    <li className="miss">
      <div className="row">
        <strong dir="auto">{query}</strong>
        {statusBefore === 'hit' && <Chip>lost</Chip>}
      </div>
      <p className="small muted">
        Expected{' '}
        {[sourceKey && readableKey(sourceKey), mustContain && `“${mustContain}”`].filter(Boolean).join(', ')}:{' '}
        {rank === null ? 'not in the first 20' : `at ${rank}, not in the first ${k}`}
      </p>
      <ol className="small">
        {found.slice(0, shownPassages).map(({ chunkId, title, text, sourceKey: key }) => (
          <li key={chunkId}>
            <Link to={sourceUrl(collectionId, key, chunkId)}>{title}</Link>{' '}
            <span className="muted">{beginOf(text)}</span>
          </li>
        ))}
      </ol>
    </li>
  )
}
