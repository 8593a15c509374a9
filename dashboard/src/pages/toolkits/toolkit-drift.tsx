import type { Toolkit } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useCanEdit } from './can-edit.ts'
import { RefreshToolkit } from './import/refresh-toolkit.tsx'
import { summarizeChanges } from './import/summarize-changes.ts'

/** The service has published a newer description: shown where it matters, never applied automatically. */
export function ToolkitDrift({ toolkit }: { toolkit: Toolkit }) {
  const { driftedAt, watch } = toolkit
  const [isLooking, setLooking] = useState(false)
  const canEdit = useCanEdit(toolkit)
  if (!driftedAt) return null
  return (
    <div className="toolkit-drift" role="status">
      <div className="stack-small">
        <Status kind="warn">
          {/* One piece, so that it is broken as a sentence is. */}
          <span>
            The service has changed its API since <TimeAgo at={driftedAt} />
            {watch?.changes && `: ${summarizeChanges(watch.changes)}`}
          </span>
        </Status>
        {watch && watch.newHosts.length > 0 && (
          <span className="small">Credentials would be sent to {watch.newHosts.join(', ')}.</span>
        )}
      </div>
      {canEdit && <Button onClick={() => setLooking(true)}>Review changes</Button>}
      {isLooking && <RefreshToolkit toolkit={toolkit} onClose={() => setLooking(false)} />}
    </div>
  )
}
