import type { ToolExecutionLog } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { BulkDialog } from '../../components/list/bulk-dialog.tsx'
import { SelectionBar } from '../../components/list/selection-bar.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { useRefresh } from '../../project.ts'
import { RunAgainNotice } from './run-again-notice.tsx'
import { useRunAgain } from './use-run-again.ts'

type Selection = { selected: readonly ToolExecutionLog[]; clear(): void }
type RunAgainProps = { selection: Selection; nameOf(log: ToolExecutionLog): string }

/** Runs tools once more with the inputs that were logged, for the same end users. */
export function RunAgainBulk({ selection, nameOf }: RunAgainProps) {
  const runLogged = useRunAgain()
  const refresh = useRefresh()
  const [isOpen, setOpen] = useState(false)
  const { selected } = selection
  const runAgain = async (log: ToolExecutionLog) => {
    const { successful, error } = await runLogged(log)
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
          nameOf={nameOf}
          act={runAgain}
          onChanged={() => void refresh(['tool-runs'])}
          onClose={() => {
            setOpen(false)
            selection.clear()
          }}
        >
          <RunAgainNotice count={selected.length} />
        </BulkDialog>
      )}
    </>
  )
}
