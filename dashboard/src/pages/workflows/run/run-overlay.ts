export const nodeStatuses = ['queued', 'running', 'paused', 'completed', 'failed', 'skipped'] as const
export type NodeStatus = (typeof nodeStatuses)[number]

/** How a node fared in the execution that is shown over the graph. */
export type NodeRun = {
  status: NodeStatus
  durationMs: number | null
  /** In loops: how many of its runs have ended. */
  count: number
}

export type RunOverlay = ReadonlyMap<string, NodeRun>

export const noRun: RunOverlay = new Map()

export const statusLabels: Record<NodeStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** What is said about a node while an execution runs. */
export type NodeEvent = {
  event: string | null
  data: { nodeId?: unknown; step?: unknown; durationMs?: unknown; willRetry?: unknown }
}

const before: NodeRun = { status: 'queued', durationMs: null, count: 0 }

function nextRun(run: NodeRun, { event, data }: NodeEvent): NodeRun | null {
  const durationMs = typeof data.durationMs === 'number' ? data.durationMs : null
  switch (event) {
    case 'node.started':
      return { ...run, status: 'running', durationMs: run.count > 0 ? run.durationMs : null }
    case 'node.completed':
      return {
        // One failed iteration stays visible.
        status: run.status === 'failed' && run.count > 0 ? 'failed' : 'completed',
        durationMs: durationMs === null ? run.durationMs : (run.durationMs ?? 0) + durationMs,
        count: run.count + 1,
      }
    case 'node.failed':
      return data.willRetry === true
        ? { ...run, status: 'running' }
        : { status: 'failed', durationMs, count: run.count + 1 }
    case 'node.skipped':
      return run.count > 0 ? run : { ...before, status: 'skipped' }
    case 'execution.paused':
      return { ...run, status: 'paused' }
    default:
      return null
  }
}

/** The states of the nodes after one more event. What happens inside of a subworkflow belongs to its node. */
export function withEvent(overlay: RunOverlay, event: NodeEvent): RunOverlay {
  const { nodeId, step } = event.data
  if (typeof nodeId !== 'string' || (typeof step === 'string' && step.includes('/'))) return overlay
  const next = nextRun(overlay.get(nodeId) ?? before, event)
  return next === null ? overlay : new Map(overlay).set(nodeId, next)
}
