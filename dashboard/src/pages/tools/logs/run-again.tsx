import type { ToolExecutionLogDetail } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { RunAgainNotice } from '../../../features/tools/run-again-notice.tsx'
import { toolRunUrl } from '../../../features/tools/tools-api.ts'
import { useRunAgain } from '../../../features/tools/use-run-again.ts'
import { useRefresh } from '../../../project.ts'

type RunAgainProps = { log: ToolExecutionLogDetail; toolName: string }

/** Calls the tool once more, and leads to the run that comes of it. */
export function RunAgain({ log, toolName }: RunAgainProps) {
  const runAgain = useRunAgain()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const run = async () => {
    const { logId } = await runAgain(log)
    await refresh(['tool-runs'])
    if (logId) void navigate({ to: toolRunUrl(logId) })
  }
  return (
    <>
      <Button icon={<RotateCcw size={14} aria-hidden />} onClick={() => setOpen(true)}>
        Run again
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Run ${toolName} again?`}
          confirmLabel="Run again"
          variant="primary"
          run={run}
          onClose={close}
        >
          <RunAgainNotice count={1} />
        </ConfirmDialog>
      )}
    </>
  )
}
