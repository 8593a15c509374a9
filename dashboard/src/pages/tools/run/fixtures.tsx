import type { ToolDetail, ToolFixture, ToolReplay } from '@stoa/sdk'
import Repeat from 'lucide-react/icons/repeat'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { fixturesPath } from '../../../features/tools/tools-api.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'

type FixturesProps = { tool: ToolDetail; onTake(values: Record<string, unknown>): void }

const verdictLabels = { same: 'Unchanged', changed: 'Changed', failed: 'Failing' } as const
const verdictKinds = { same: 'good', changed: 'warn', failed: 'bad' } as const

/** Runs saved as fixtures: replaying one shows whether the result is unchanged. */
export function Fixtures({ tool, onTake }: FixturesProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [replay, setReplay] = useState<ToolReplay | null>(null)
  const [toDelete, setToDelete] = useState<ToolFixture | null>(null)
  const { data } = useRead(['tool-fixtures', tool.slug], (client, signal) =>
    actAs(client).get(fixturesPath, { query: { toolSlug: tool.slug }, signal }),
  )
  if (!data || data.length === 0) return null
  const again = async (id: string) => {
    try {
      setReplay(await actAs(api).post(`${fixturesPath}/{id}/replay`, { params: { id }, body: {} }))
      await refresh(['tool-fixtures'], ['tool-runs'])
    } catch (error) {
      toasts.error(errorMessage(error))
    }
  }
  return (
    <div className="workbench-runs">
      <h3>Fixtures</h3>
      <ol>
        {data.map((fixture) => (
          <li key={fixture.id}>
            {fixture.lastVerdict ? (
              <Status kind={verdictKinds[fixture.lastVerdict]}>{verdictLabels[fixture.lastVerdict]}</Status>
            ) : (
              <Status kind="off">Not replayed</Status>
            )}
            <Button variant="ghost" onClick={() => onTake(fixture.arguments as Record<string, unknown>)}>
              <span className="truncate">{fixture.name}</span>
            </Button>
            <span className="workbench-run-stats muted small">
              version {fixture.version}, saved <TimeAgo at={fixture.createdAt} />
            </span>
            <span className="row">
              <IconButton
                label={`Replay ${fixture.name}`}
                icon={<Repeat size={14} aria-hidden />}
                onClick={() => void again(fixture.id)}
              />
              <IconButton
                label={`Delete ${fixture.name}`}
                icon={<Trash2 size={14} aria-hidden />}
                onClick={() => setToDelete(fixture)}
              />
            </span>
          </li>
        ))}
      </ol>
      {replay && <ReplayReport replay={replay} onClose={() => setReplay(null)} />}
      {toDelete && (
        <ConfirmDialog
          title={`Delete ${toDelete.name}?`}
          confirmLabel="Delete fixture"
          onClose={() => setToDelete(null)}
          run={async () => {
            await actAs(api).delete(`${fixturesPath}/{id}`, { params: { id: toDelete.id } })
            await refresh(['tool-fixtures'])
          }}
        >
          <p>The original run stays in the log.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const ReplayReport = ({ replay, onClose }: { replay: ToolReplay; onClose(): void }) => (
  <Dialog title={`Replay of ${replay.name}`} width="wide" onClose={onClose}>
    <div className="stack" role="status">
      <Status kind={verdictKinds[replay.verdict]}>{verdictLabels[replay.verdict]}</Status>
      <p className="muted">
        {replay.mode === 'execute'
          ? 'The tool was called again.'
          : 'The tool can write data, so only its schemas were checked against the saved run.'}
      </p>
      {replay.error && <p>{replay.error}</p>}
      {replay.faults.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
      {replay.changes.length > 0 && (
        <ul className="mono small">
          {replay.changes.map(({ path, kind, before, after }) => (
            <li key={`${kind} ${path}`}>
              {kind} {path}: {JSON.stringify(before)} → {JSON.stringify(after)}
            </li>
          ))}
        </ul>
      )}
    </div>
    <DialogFoot>
      <Button onClick={onClose} hasInitialFocus>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)
