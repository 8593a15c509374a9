import type { Toolkit, ToolkitChanges } from '@stoa/sdk'
import { useState } from 'react'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Status } from '../../parts/status.tsx'
import { changesIn } from './import/changes-in.ts'
import { RefreshToolkit } from './import/refresh-toolkit.tsx'

/** What a server that watches where descriptions come from says of it; others say nothing. */
type Watched = { driftedAt?: string | null; watch?: { changes: ToolkitChanges | null } | null }

/** The service publishes another description by now: told where it matters, taken over nowhere by itself. */
export function ToolkitDrift({ toolkit }: { toolkit: Toolkit }) {
  const { driftedAt, watch } = toolkit as Toolkit & Watched
  const [isLooking, setLooking] = useState(false)
  if (!driftedAt) return null
  return (
    <div className="toolkit-drift" role="status">
      <Status kind="warn">
        The service describes itself otherwise since <Ago at={driftedAt} />
        {watch?.changes && `: ${changesIn(watch.changes)}`}
      </Status>
      <Button onClick={() => setLooking(true)}>See what changed</Button>
      {isLooking && <RefreshToolkit toolkit={toolkit} onClose={() => setLooking(false)} />}
    </div>
  )
}
