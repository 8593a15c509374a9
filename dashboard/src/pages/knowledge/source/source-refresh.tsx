import type { KnowledgeSource } from '@stoa/sdk'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField } from '../../../components/form/field.tsx'
import { Card, DescriptionList } from '../../../components/layout/page.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { sourcePath } from '../../../features/knowledge/knowledge-api.ts'
import { refreshChoices, refreshOf } from '../../../features/knowledge/refresh-intervals.ts'
import { useRefresh } from '../../../project.ts'

/** Pages of a crawl are refreshed with it. */
export const isRefreshable = ({ origin }: KnowledgeSource): boolean =>
  origin.url !== undefined && origin.parent === undefined

/** How often a page or site is looked at again. */
export function SourceRefresh({
  collectionId: id,
  source,
}: {
  collectionId: string
  source: KnowledgeSource
}) {
  const api = useApiAs()
  const refresh = useRefresh()
  const { refreshEvery, nextRefreshAt, lastCheckedAt, refreshError } = source
  if (!isRefreshable(source)) return null
  const change = async (choice: string) => {
    try {
      const params = { id, sourceKey: source.sourceKey }
      await api.patch(sourcePath, { params, body: { refreshEvery: refreshOf(choice) } })
      toasts.success('Saved')
    } catch (error) {
      toasts.error(errorMessage(error))
    }
    await refresh(['knowledge'])
  }
  return (
    <Card title="Refresh">
      <SelectField
        name="refreshEvery"
        label="Look for changes"
        value={refreshEvery ?? ''}
        choices={refreshChoices}
        onChange={(choice) => void change(choice)}
      />
      <DescriptionList
        facts={[
          ['Last checked', <TimeAgo key="checked" at={lastCheckedAt} />],
          ['Next', <TimeAgo key="next" at={nextRefreshAt} none="not planned" />],
        ]}
      />
      {refreshError && (
        <p role="alert">
          The last refresh failed: {refreshError.message} Searches still find the version before.
        </p>
      )}
    </Card>
  )
}
