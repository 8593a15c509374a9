import { useInfiniteQuery } from '@tanstack/react-query'
import { actAs } from '../../../features/end-users/act-as.ts'
import { chunksPath } from '../../../features/knowledge/knowledge-api.ts'
import { useProject } from '../../../project.ts'

const limit = 50

/** The chunks of a source in the order of its text, page by page; with `around`, from shortly before that chunk. */
export function useChunks(
  id: string,
  sourceKey: string,
  around: string | undefined,
  indexedAt: string | null,
) {
  const { api, project } = useProject()
  return useInfiniteQuery({
    queryKey: [project.id, 'knowledge', 'chunks', id, sourceKey, around, indexedAt],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      actAs(api).get(chunksPath, {
        params: { id },
        query: { sourceKey, limit, ...(pageParam === undefined ? { around } : { offset: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextOffset }) => nextOffset ?? undefined,
  })
}
