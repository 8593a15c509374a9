import type { ToolDetail } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { LogState } from '../../../features/tools/run-state.tsx'
import { logPath, logsPath, toolRunUrl } from '../../../features/tools/tools-api.ts'
import { useProject, useRead } from '../../../project.ts'

type Taking = { tool: ToolDetail; onTake(values: Record<string, unknown>): void }

const few = 5

/** What this tool was last called with, to be taken up again. */
export function RecentRuns({ tool, onTake }: Taking) {
  const { api } = useProject()
  const { data } = useRead(
    ['tool-runs', 'recent', tool.slug],
    (client, signal) => actAs(client).get(logsPath, { query: { toolSlug: tool.slug, limit: few }, signal }),
    { refetchInterval: 10_000 },
  )
  const take = async (logId: string) => {
    try {
      const { arguments: args } = await actAs(api).get(logPath, { params: { logId } })
      if (typeof args !== 'object' || args === null) return toasts.error('Arguments were not logged')
      onTake(args as Record<string, unknown>)
    } catch (error) {
      toasts.error(errorMessage(error))
    }
  }
  if (!data || data.length === 0) return null
  return (
    <div className="workbench-runs">
      <h3>Recent runs</h3>
      <ol>
        {data.map((log) => (
          <li key={log.id}>
            <LogState log={log} />
            <Link to={toolRunUrl(log.id)} className="mono small truncate">
              …{log.id.slice(-8)}
            </Link>
            <span className="workbench-run-stats muted small">
              <TimeAgo at={log.createdAt} />
            </span>
            <span className="row">
              <Button variant="ghost" onClick={() => void take(log.id)}>
                Reuse arguments
              </Button>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
