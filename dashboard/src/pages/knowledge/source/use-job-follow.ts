import type { KnowledgeSource } from '@stoa/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { actAs } from '../../../features/end-users/act-as.ts'
import { jobEventsPath } from '../../../features/knowledge/knowledge-api.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { isIndexing } from '../sources/source-stage.ts'

/** Shows the stages of a source as its job comes to them. A broken stream resumes by itself. */
export function useJobFollow(collectionId: string, source: KnowledgeSource | undefined): void {
  const { api, project } = useProject()
  const client = useQueryClient()
  const refresh = useRefresh()
  const jobId = source && isIndexing(source) ? source.jobId : null
  const sourceKey = source?.sourceKey
  useEffect(() => {
    if (jobId === null) return
    const left = new AbortController()
    const show = (change: Partial<KnowledgeSource>) =>
      client.setQueryData<KnowledgeSource>(
        [project.id, 'knowledge', 'source', collectionId, sourceKey],
        (before) => before && { ...before, ...change },
      )
    const follow = async () => {
      const params = { id: collectionId, jobId }
      for await (const { event, data } of actAs(api).events(jobEventsPath, { params, signal: left.signal })) {
        if (event === 'stage' && data.stage) show({ status: data.stage, stage: data.stage, progress: 0 })
        if (event === 'progress') show({ progress: data.progress ?? 0 })
      }
      await refresh(['knowledge'])
    }
    // A job that another one has replaced is not there any more; the source says which it is now.
    follow().catch(() => {
      if (!left.signal.aborted) void refresh(['knowledge', 'source', collectionId])
    })
    return () => left.abort()
  }, [api, project.id, collectionId, sourceKey, jobId])
}
