import type { WorkflowExecutionDetail } from '@stoa/sdk'
import { actAs } from '../../../features/end-users/act-as.ts'
import { hasEnded } from '../../../features/workflows/execution-state.tsx'
import { executionPath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'

const stepsLimit = 1_000

/** An execution with its steps; read again while it is open, and whenever an event says so. */
export const useExecution = (id: string, everyMs = 3_000) =>
  useRead<WorkflowExecutionDetail>(
    ['workflows', 'execution', id],
    (api, signal) => actAs(api).get(executionPath, { params: { id }, query: { stepsLimit }, signal }),
    { refetchInterval: (read) => (read && hasEnded(read.status) ? false : everyMs), keepsPrevious: true },
  )
