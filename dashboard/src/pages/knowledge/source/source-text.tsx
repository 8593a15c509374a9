import type { KnowledgeSource } from '@stoa/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../../components/actions/button.tsx'
import { CopyButton } from '../../../components/actions/copy-button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { DocumentMarkdown } from '../../../components/markdown/document-markdown.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { sourceTextPath } from '../../../features/knowledge/knowledge-api.ts'
import { spansOf } from '../../../features/knowledge/passage.ts'
import { useProject } from '../../../project.ts'

type SourceTextProps = { collectionId: string; source: KnowledgeSource; isRendered: boolean }

/** The whole parsed text: rendered, or as it is with what became which chunk marked in it. */
export function SourceText({ collectionId, source: { sourceKey, indexedAt }, isRendered }: SourceTextProps) {
  const { api, project } = useProject()
  const parts = useInfiniteQuery({
    queryKey: [project.id, 'knowledge', 'text', collectionId, sourceKey, indexedAt],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      actAs(api).get(sourceTextPath, {
        params: { id: collectionId, sourceKey },
        query: { offset: pageParam },
        signal,
      }),
    getNextPageParam: ({ nextOffset }) => nextOffset ?? undefined,
  })
  if (!parts.data)
    return parts.error ? (
      <ErrorAlert error={parts.error} retry={() => void parts.refetch()} />
    ) : (
      <SkeletonLines count={10} />
    )
  const { pages } = parts.data
  const text = pages.map((page) => page.text).join('')
  return (
    <>
      <div className="source-text-head">
        <p className="muted small">
          {isRendered
            ? 'As a reader sees it. The raw text shows where chunks begin.'
            : 'A number begins a chunk; what two chunks share is underlined, and what is in no chunk is grey.'}
        </p>
        <CopyButton text={text} label={parts.hasNextPage ? 'Copy what is loaded' : 'Copy text'} />
      </div>
      {isRendered ? (
        <section aria-label="Parsed text">
          <DocumentMarkdown text={text} />
        </section>
      ) : (
        <MarkedText text={text} chunks={pages.flatMap((page) => page.chunks)} />
      )}
      {parts.hasNextPage && (
        <div>
          <Button isBusy={parts.isFetchingNextPage} onClick={() => void parts.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

type MarkedTextProps = {
  text: string
  chunks: readonly (Parameters<typeof spansOf>[1][number] & { id: string })[]
}

function MarkedText({ text, chunks }: MarkedTextProps) {
  // A chunk at the end of one part is in the next one too.
  const spans = spansOf(text, [...new Map(chunks.map((each) => [each.id, each])).values()])
  return (
    <section className="source-text" aria-label="Parsed text" dir="auto">
      {spans.map(({ start, text, ordinals, begins, isOff }) => (
        <span
          key={start}
          className="text-span"
          data-parity={ordinals.length === 0 ? 'none' : ordinals.at(-1)! % 2}
          data-shared={ordinals.length > 1 || undefined}
          data-off={isOff || undefined}
        >
          {begins.map((ordinal) => (
            <sup key={ordinal} className="text-number" title={`Chunk ${ordinal + 1} begins`}>
              {ordinal + 1}
            </sup>
          ))}
          {text}
        </span>
      ))}
    </section>
  )
}
