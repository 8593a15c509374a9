import type { WorkflowExecutionDetail, WorkflowExecutionStep } from '@stoa/sdk'

export type StepSpan = {
  key: string
  step: WorkflowExecutionStep
  kind: 'attempt' | 'waiting' | 'failed'
  startMs: number
  endMs: number
}

type Shown = Pick<WorkflowExecutionDetail, 'steps' | 'startedAt' | 'completedAt'>

/** When each step ran, in milliseconds from the start of the execution; what still runs lasts until now. */
export function spansOf(
  { steps, startedAt, completedAt }: Shown,
  now: number,
): { spans: StepSpan[]; wholeMs: number } {
  const zero = Date.parse(startedAt)
  const end = completedAt === null ? now : Date.parse(completedAt)
  const spans = steps.map((step): StepSpan => {
    const startMs = step.startedAt === null ? 0 : Math.max(0, Date.parse(step.startedAt) - zero)
    const isOpen = step.status === 'running' || step.status === 'paused'
    const endMs = isOpen ? Math.max(startMs, end - zero) : startMs + (step.durationMs ?? 0)
    const kind =
      step.status === 'failed' || step.status === 'rejected' || step.status === 'retried'
        ? 'failed'
        : step.status === 'paused'
          ? 'waiting'
          : 'attempt'
    return { key: step.step, step, kind, startMs, endMs }
  })
  return { spans, wholeMs: Math.max(1, end - zero, ...spans.map(({ endMs }) => endMs)) }
}
