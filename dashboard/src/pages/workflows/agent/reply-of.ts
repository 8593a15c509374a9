import type { WorkflowExecutionDetail } from '@stoa/sdk'

type Ended = Pick<WorkflowExecutionDetail, 'status' | 'outputData' | 'error'>

/** What an agent said, or what became of the run instead. */
export function replyOf({ status, outputData, error }: Ended): string {
  if (status === 'queued' || status === 'running') return 'Working…'
  if (status === 'paused') return 'Waits for a decision.'
  if (status === 'cancelled') return 'Cancelled.'
  if (status !== 'completed') return error?.message ?? 'Failed.'
  const { text } = (outputData ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : JSON.stringify(outputData, null, 2)
}
