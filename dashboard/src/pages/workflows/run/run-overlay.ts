export const nodeStatuses = [
  'queued',
  'running',
  'paused',
  'completed',
  'stopped',
  'failed',
  'skipped',
] as const
export type NodeStatus = (typeof nodeStatuses)[number]

type Ended = Extract<NodeStatus, 'completed' | 'stopped' | 'failed'>

/** How a node fared in the execution that is shown over the graph. */
export type NodeRun = {
  status: NodeStatus
  /** The worst end of its runs; null before the first. */
  ended: Ended | null
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
  stopped: 'Stopped by a limit',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** What is said about a node while an execution runs. */
export type NodeEvent = {
  event: string | null
  data: { nodeId?: unknown; step?: unknown; durationMs?: unknown; willRetry?: unknown; stoppedBy?: unknown }
}

const before: NodeRun = { status: 'queued', ended: null, durationMs: null, count: 0 }

/** One iteration that failed stays visible, and so does one that a limit stopped. */
function worstOf({ ended }: NodeRun, { stoppedBy }: NodeEvent['data']): Ended {
  if (ended === 'failed') return 'failed'
  return ended === 'stopped' || typeof stoppedBy === 'string' ? 'stopped' : 'completed'
}

function nextRun(run: NodeRun, { event, data }: NodeEvent): NodeRun | null {
  const durationMs = typeof data.durationMs === 'number' ? data.durationMs : null
  switch (event) {
    case 'node.started':
      return { ...run, status: 'running', durationMs: run.count > 0 ? run.durationMs : null }
    case 'node.completed': {
      const ended = worstOf(run, data)
      return {
        status: ended,
        ended,
        durationMs: durationMs === null ? run.durationMs : (run.durationMs ?? 0) + durationMs,
        count: run.count + 1,
      }
    }
    case 'node.failed':
      return data.willRetry === true
        ? { ...run, status: 'running' }
        : { status: 'failed', ended: 'failed', durationMs, count: run.count + 1 }
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
