import type { ToolExecutionLog } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { BulkDialog } from '../../components/list/bulk-dialog.tsx'
import { SelectionBar } from '../../components/list/selection-bar.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { useProject, useRefresh } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { executePath, logPath } from './tools-api.ts'

type Selection = { selected: readonly ToolExecutionLog[]; clear(): void }

const userPath = '/api/v1/external-users/{id}'

/** Runs tools once more with the inputs that were logged, for the same end users. */
export function RunAgainBulk({ selection }: { selection: Selection }) {
  const { api, project } = useProject()
  const refresh = useRefresh()
  const [isOpen, setOpen] = useState(false)
  const { selected } = selection
  const runAgain = async ({ id, toolSlug, eUID }: ToolExecutionLog) => {
    const log = await actAs(api).get(logPath, { params: { logId: id } })
    if (log.arguments === null || log.arguments === undefined)
      throw new Error('Its inputs were not logged. Turn logging on in Settings for future runs.')
    const as =
      eUID === project.id ? api : actAs(api, (await api.get(userPath, { params: { id: eUID } })).name)
    const { successful, error } = await as.post(executePath, {
      params: { toolSlug },
      body: { arguments: log.arguments as Record<string, unknown> },
    })
    if (!successful) throw new Error(String(error ?? 'The tool failed'))
  }
  return (
    <>
      <SelectionBar count={selected.length} onClear={selection.clear}>
        <Button onClick={() => setOpen(true)}>Run again</Button>
      </SelectionBar>
      {isOpen && (
        <BulkDialog
          title={`Run ${pluralize(selected.length, 'tool')} again?`}
          confirmLabel="Run again"
          rows={selected}
          nameOf={({ toolSlug, id }) => `${toolSlug} …${id.slice(-8)}`}
          act={runAgain}
          onChanged={() => void refresh(['tool-runs'])}
          onClose={() => {
            setOpen(false)
            selection.clear()
          }}
        >
          <p>
            Each tool is called once more with the logged inputs, for the same end user. Whatever it changes
            elsewhere it changes again, and credits are charged again.
          </p>
        </BulkDialog>
      )}
    </>
  )
}
