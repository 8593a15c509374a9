import type { KnowledgeSource } from '@stoa/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { sourceTextPath } from '../../../features/knowledge/knowledge-api.ts'
import { spansOf } from '../../../features/knowledge/passage.ts'
import { useProject } from '../../../project.ts'

type SourceTextProps = { collectionId: string; source: KnowledgeSource }

/** The whole parsed text as it is, with what became which chunk marked in it. */
export function SourceText({ collectionId, source: { sourceKey, indexedAt } }: SourceTextProps) {
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
  // A chunk at the end of one part is in the next one too.
  const chunks = [...new Map(pages.flatMap((page) => page.chunks).map((each) => [each.id, each])).values()]
  const spans = spansOf(pages.map(({ text }) => text).join(''), chunks)
  return (
    <>
      <p className="muted small">
        A number begins a chunk; what two chunks share is underlined, and what is in no chunk is grey.
      </p>
      <section className="source-text" aria-label="Parsed text">
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
