import type { ToolkitItem } from '@stoa/sdk'
import { Chip, Status } from '../../components/feedback/status.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'

const oldAfterMs = 365 * 86_400_000

/** How old the description is: a service may have changed since, which no program can see. */
export function DescriptionAge({ toolkit }: { toolkit: ToolkitItem }) {
  const at = toolkit.describedAt ?? toolkit.updatedAt
  if (at === null) return null
  const isOld = Date.now() - new Date(at).getTime() > oldAfterMs
  return (
    <p className="small description-age">
      <Status kind={isOld ? 'warn' : 'good'}>
        API description from <TimeAgo at={at} />
      </Status>
      {toolkit.isRefreshed && <Chip>imported for this project</Chip>}
      {isOld && <span className="muted"> The service may have changed since then. Try a dry run first.</span>}
    </p>
  )
}
