import type { KnowledgeChunk, KnowledgeSource } from '@stoa/sdk'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyIcon } from '../../../components/actions/copy-button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chip, Status } from '../../../components/feedback/status.tsx'
import { DocumentMarkdown } from '../../../components/markdown/document-markdown.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { repeatedLength } from '../../../features/knowledge/passage.ts'
import { useFilters } from '../../../filters.ts'
import { ChunkActions, chunkName } from './chunk-actions.tsx'
import { useChunks } from './use-chunks.ts'

type ChunkListProps = { collectionId: string; source: KnowledgeSource; isRendered: boolean }

/** The parsed text with the borders of its chunks. */
export function ChunkList({ collectionId, source, isRendered }: ChunkListProps) {
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
  if (chunks.length === 0) return <p className="muted">No chunks yet. This source is not searchable.</p>
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
            isRendered={isRendered}
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
  isRendered: boolean
}

function ChunkView({ collectionId, chunk, before, isTarget, isRendered }: ChunkViewProps) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isTarget) element.current?.scrollIntoView({ block: 'center' })
  }, [isTarget])
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
          {chunk.path.length > 0 && <bdi className="small muted chunk-path">{chunk.path.join(' › ')}</bdi>}
          {chunk.page !== null && <Chip>{`page ${chunk.page}`}</Chip>}
          {chunk.isEdited && <Chip>edited</Chip>}
          {!chunk.isEnabled && <Chip>excluded from searches</Chip>}
        </span>
        <span className="row chunk-tools">
          <span className="small muted number" title="Where it is in the whole text, in characters">
            chars {formatAmount(chunk.startOffset)}–{formatAmount(chunk.endOffset)}
          </span>
          <span className="small muted number">{formatAmount(chunk.tokenCount)} tokens</span>
          <CopyIcon text={chunk.text} label={`Copy the text of ${chunkName(chunk).toLowerCase()}`} />
          <ChunkActions collectionId={collectionId} chunk={chunk} />
        </span>
      </div>
      <ChunkText chunk={chunk} before={before} isRendered={isRendered} />
    </li>
  )
}

/** What it repeats from the chunk before differs from what is new. */
function ChunkText({ chunk, before, isRendered }: Pick<ChunkViewProps, 'chunk' | 'before' | 'isRendered'>) {
  const repeated = repeatedLength(before, chunk)
  const [old, own] = [chunk.text.slice(0, repeated), chunk.text.slice(repeated)]
  const hint = 'Repeated from the chunk before'
  if (isRendered)
    return (
      <div className="chunk-text" data-rendered>
        {old.trim() !== '' && (
          <div className="chunk-repeated" title={hint}>
            <DocumentMarkdown text={old} />
          </div>
        )}
        <DocumentMarkdown text={own} />
      </div>
    )
  return (
    <p className="chunk-text" dir="auto">
      {repeated > 0 && (
        <span className="chunk-repeated" title={hint}>
          {old}
        </span>
      )}
      {own}
    </p>
  )
}
