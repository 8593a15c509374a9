import type { KnowledgeChunk, KnowledgeSource } from '@stoa/sdk'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chip, Status } from '../../../components/feedback/status.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { repeatedLength } from '../../../features/knowledge/passage.ts'
import { useFilters } from '../../../filters.ts'
import { ChunkActions, chunkName } from './chunk-actions.tsx'
import { useChunks } from './use-chunks.ts'

type ChunkListProps = { collectionId: string; source: KnowledgeSource }

/** The parsed text with the borders of its chunks. */
export function ChunkList({ collectionId, source }: ChunkListProps) {
  const { filters, set } = useFilters()
  const around = filters.chunk
  const { sourceKey, indexedAt } = source
  const pages = useChunks(collectionId, sourceKey, around, indexedAt)
  if (!pages.data)
    return pages.error ? (
      <ErrorAlert error={pages.error} retry={() => void pages.refetch()} />
    ) : (
      <SkeletonLines count={10} />
    )
  const chunks = pages.data.pages.flatMap((page) => page.chunks)
  const isFound = around === undefined || chunks.some(({ id }) => id === around)
  if (chunks.length === 0) return <p className="muted">No chunks: nothing of it is searchable yet.</p>
  return (
    <>
      {!isFound && (
        <p role="status">
          <Status kind="warn">The source was indexed again since. The passage was near here.</Status>
        </p>
      )}
      {around !== undefined && chunks[0]!.ordinal > 0 && (
        <div>
          <Button variant="ghost" onClick={() => set({ chunk: undefined })}>
            Show from the beginning
          </Button>
        </div>
      )}
      <ol className="chunks" aria-label="Chunks">
        {chunks.map((chunk, at) => (
          <ChunkView
            key={chunk.id}
            collectionId={collectionId}
            chunk={chunk}
            before={chunks[at - 1]}
            isTarget={chunk.id === around}
          />
        ))}
      </ol>
      {pages.hasNextPage && (
        <div>
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

type ChunkViewProps = {
  collectionId: string
  chunk: KnowledgeChunk
  before: KnowledgeChunk | undefined
  isTarget: boolean
}

function ChunkView({ collectionId, chunk, before, isTarget }: ChunkViewProps) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isTarget) element.current?.scrollIntoView({ block: 'center' })
  }, [isTarget])
  const repeated = repeatedLength(before, chunk)
  return (
    <li
      ref={element}
      className="chunk"
      aria-label={chunkName(chunk)}
      aria-current={isTarget || undefined}
      data-off={chunk.isEnabled ? undefined : ''}
    >
      <div className="chunk-head">
        <span className="row">
          <span className="number muted">{chunk.ordinal + 1}</span>
          {chunk.path.length > 0 && <span className="small muted">{chunk.path.join(' › ')}</span>}
          {chunk.page !== null && <Chip>{`page ${chunk.page}`}</Chip>}
          {chunk.isEdited && <Chip>edited</Chip>}
          {!chunk.isEnabled && <Chip>excluded from searches</Chip>}
        </span>
        <span className="row">
          <span className="small muted number">{formatAmount(chunk.tokenCount)} tokens</span>
          <ChunkActions collectionId={collectionId} chunk={chunk} />
        </span>
      </div>
      <p className="chunk-text">
        {repeated > 0 && (
          <span className="chunk-repeated" title="Repeated from the chunk before">
            {chunk.text.slice(0, repeated)}
          </span>
        )}
        {chunk.text.slice(repeated)}
      </p>
    </li>
  )
}
