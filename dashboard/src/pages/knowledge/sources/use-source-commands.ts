import type { KnowledgeSource } from '@stoa/sdk'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { cancelPath, reindexPath, sourcesPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'

type Source = Pick<KnowledgeSource, 'sourceKey'>

/** What can be done to sources of a collection, one or many. */
export function useSourceCommands(id: string) {
  const api = useApiAs()
  const refresh = useRefresh()

  async function each(sources: readonly Source[], act: (sourceKey: string) => Promise<unknown>) {
    try {
      // One after another: the server limits how many requests of one caller it runs at a time.
      for (const { sourceKey } of sources) await act(sourceKey)
    } finally {
      await refresh(['knowledge'])
    }
  }
  const showing = (done: Promise<void>, message: string): void => {
    done.then(
      () => toasts.success(message),
      (error) => toasts.error(errorMessage(error)),
    )
  }
  return {
    reindex(sources: readonly Source[]): void {
      const run = each(sources, (sourceKey) => api.post(reindexPath, { params: { id, sourceKey } }))
      showing(run, `Indexing ${pluralize(sources.length, 'source')}`)
    },
    cancel(sources: readonly Source[]): void {
      const run = each(sources, (sourceKey) => api.post(cancelPath, { params: { id, sourceKey } }))
      showing(run, 'Indexing cancelled')
    },
    remove: (sources: readonly Source[]): Promise<void> =>
      each(sources, (sourceKey) => api.delete(sourcesPath, { params: { id }, body: { sourceKey } })),
  }
}
