import type { RunContext } from '../../../../kernel/runs/run.ts'
import { rootsOf, withOutcome } from '../../graph/node-input.ts'
import { type NodeRecord, stepNameOf } from '../../graph/record.ts'
import type { Edge, Node, NodeOf } from '../../schema/graph.ts'
import { BranchDropped, NodeFailure, toNodeFailure } from '../failure.ts'
import { onlyLeadingTo } from './leading-to.ts'
import { emitSkipped } from './recording.ts'
import type { ExecutionState, LivePass, NodeResult, NodeRun } from './state.ts'
import { NodeStopped } from './stop.ts'
import { taintBefore } from './taint-before.ts'

/** What the level is walked with: one node at a time, given by the caller so that loops can walk their own levels. */
export type RunNode = (run: NodeRun) => Promise<NodeResult>

type Progress = {
  node: Node
  undecided: number
  taken: Edge[]
  /** Edges of a join that it must continue with, because an earlier attempt did. */
  recordedWinners: ReadonlySet<string> | null
  isStarted: boolean
  isSettled: boolean
  controller: AbortController | null
}

export type LevelRun = {
  state: ExecutionState
  pass: LivePass
  /** Behind which the first nodes begin. */
  entry: RunContext
  now: number
  signal: AbortSignal
}

/**
 * Walks one level. An edge is decided when its source has ended or was skipped; a node runs when all of its edges are
 * decided and one is taken, else it is skipped. Resolves when every node has ended; rejects with the first failure that
 * stops the execution, after which everything that is still in flight is aborted and dropped.
 */
export function runLevel({ state, pass, entry, now, signal }: LevelRun, runNode: RunNode): Promise<void> {
  const { level, flow } = pass
  const stop = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onAbort = () => fail(signal.reason)
  const progress = new Map<string, Progress>()
  let remaining = level.nodes.length
  let isOver = false

  function end(): void {
    isOver = true
    signal.removeEventListener('abort', onAbort)
  }
  function fail(error: unknown): void {
    if (isOver) return
    end()
    stop.abort(error)
    for (const { controller } of progress.values()) controller?.abort(error)
    reject(error)
  }

  function settle(progressOfNode: Progress, result: NodeResult): void {
    if (progressOfNode.isSettled || isOver) return
    progressOfNode.isSettled = true
    pass.outcomes.set(progressOfNode.node.id, result)
    remaining--
    const edges = level.outgoing.get(progressOfNode.node.id) ?? []
    try {
      const isTaken = takenEdges(pass, progressOfNode.node, result, edges)
      for (const edge of edges) decide(edge, isTaken(edge))
    } catch (error) {
      fail(stoppedBy(pass, progressOfNode.node, error))
    }
    if (remaining === 0 && !isOver) {
      end()
      resolve()
    }
  }

  function decide(edge: Edge, isTaken: boolean): void {
    const progressOfNode = progress.get(edge.to)!
    progressOfNode.undecided--
    if (isTaken) progressOfNode.taken.push(edge)
    consider(progressOfNode)
  }

  function consider(progressOfNode: Progress): void {
    const { node, undecided, taken, recordedWinners } = progressOfNode
    if (progressOfNode.isStarted || progressOfNode.isSettled) return
    const isEnough = recordedWinners
      ? taken.filter(({ from }) => recordedWinners.has(from)).length === recordedWinners.size
      : isJoin(node) && taken.length >= neededBy(node)
    if (isEnough || undecided === 0) {
      if (recordedWinners) progressOfNode.taken = taken.filter(({ from }) => recordedWinners.has(from))
      if (progressOfNode.taken.length === 0) skip(progressOfNode)
      else start(progressOfNode)
    }
  }

  function skip(progressOfNode: Progress): void {
    const before = (level.incoming.get(progressOfNode.node.id) ?? []).flatMap(
      ({ from }) => pass.outcomes.get(from) ?? [],
    )
    const isNew = before.some((each) => each.isNew)
    if (isNew) emitSkipped(state, flow, progressOfNode.node.id, nameOf(progressOfNode.node.id))
    settle(progressOfNode, { ...skipped, context: entry, now, isNew })
  }

  function start(progressOfNode: Progress): void {
    progressOfNode.isStarted = true
    const dropped =
      isJoin(progressOfNode.node) && progressOfNode.undecided > 0 ? drop(progressOfNode.node) : []
    const incoming = level.incoming.get(progressOfNode.node.id) ?? []
    const sources = incoming
      .filter((edge) => progressOfNode.taken.includes(edge))
      .map(({ from }) => ({ id: from, result: pass.outcomes.get(from)! }))
    progressOfNode.controller = hasEarlyJoins ? new AbortController() : null
    state.waits.enter()
    runNode({
      state,
      pass,
      nodeId: progressOfNode.node.id,
      signal: progressOfNode.controller?.signal ?? stop.signal,
      context: sources[0]?.result.context ?? entry,
      sources,
      now: Math.max(now, ...sources.map(({ result }) => result.now)),
      ...(dropped.length > 0 || progressOfNode.recordedWinners ? { dropped } : {}),
    })
      .then(
        (result) => settle(progressOfNode, result),
        (error) => {
          if (!(error instanceof BranchDropped) || !progressOfNode.isSettled) fail(error)
        },
      )
      .finally(state.waits.leave)
  }

  /** Everything whose only purpose was to reach this join, and that has not ended. */
  function drop(join: Node): string[] {
    const dropped = onlyLeadingTo(level, join.id).filter((id) => !progress.get(id)!.isSettled)
    dropAll(dropped)
    return dropped
  }
  function dropAll(ids: readonly string[]): void {
    for (const id of ids) {
      const progressOfNode = progress.get(id)!
      if (progressOfNode.isSettled) continue
      progressOfNode.isSettled = true
      remaining--
      pass.outcomes.set(id, { ...skipped, context: entry, now, isNew: true })
      progressOfNode.controller?.abort(new BranchDropped('another branch was first'))
    }
  }

  const nameOf = (id: string) => stepNameOf(flow.prefix, id, pass.labels)
  const hasEarlyJoins = level.nodes.some((node) => isJoin(node) && node.mode !== 'all')
  for (const node of level.nodes)
    progress.set(node.id, {
      node,
      undecided: (level.incoming.get(node.id) ?? []).length,
      taken: [],
      recordedWinners: null,
      isStarted: false,
      isSettled: false,
      controller: null,
    })
  if (signal.aborted) return Promise.reject(signal.reason)
  state.counters.visit(level.nodes.length)
  signal.addEventListener('abort', onAbort, { once: true })
  if (hasEarlyJoins) recallJoins()
  // What has no edges begins in the body of a loop; in the graph itself only the start does.
  for (const progressOfNode of progress.values())
    if ((level.incoming.get(progressOfNode.node.id) ?? []).length === 0 && !progressOfNode.isSettled) {
      if (level.loopId !== null || progressOfNode.node.type === 'start') start(progressOfNode)
      else skip(progressOfNode)
    }
  return promise

  /** What an earlier attempt has decided is decided: its winners win again, and what it cancelled is not begun. */
  function recallJoins(): void {
    for (const progressOfNode of progress.values()) {
      if (!isJoin(progressOfNode.node)) continue
      const recorded = entry.recordOf<NodeRecord>(nameOf(progressOfNode.node.id))?.output.j
      if (!recorded) continue
      progressOfNode.recordedWinners = new Set(recorded.winners)
      dropAll(recorded.dropped)
    }
  }
}

const skipped = { status: 'skipped', output: null, error: null, taint: null } as const

const isJoin = (node: Node): node is NodeOf<'join'> => node.type === 'join'
const neededBy = ({ mode }: NodeOf<'join'>): number =>
  mode === 'all' ? Number.POSITIVE_INFINITY : mode === 'any' ? 1 : mode

/** Which edges of a node that has ended are taken. Conditions see the node itself. */
function takenEdges(
  pass: LivePass,
  node: Node,
  result: NodeResult,
  edges: readonly Edge[],
): (edge: Edge) => boolean {
  if (result.status === 'skipped' || edges.length === 0) return () => false
  if (node.type === 'branch')
    return (edge) => edges.indexOf(edge) === (result.output as { edge: number }).edge
  const isRouted = result.status === 'failed' && 'onError' in node && node.onError === 'route'
  const { conditions, structure } = pass.flow.compiled
  const isConditional = edges.some((edge) => conditions.has(edge))
  const roots = isConditional ? withOutcome(rootsOf(structure, pass, node.id), node.id, result) : null
  return (edge) => {
    if ((edge.onError ?? false) !== isRouted) return false
    const condition = conditions.get(edge)
    return condition === undefined || condition.evaluate({ roots: roots!, now: result.now })
  }
}

/** A condition that cannot be evaluated stops the execution: there is no right edge to take. */
function stoppedBy(pass: LivePass, { id }: Node, error: unknown): unknown {
  const { flow, labels } = pass
  const failure = toNodeFailure(error)
  if (!(failure instanceof NodeFailure)) return error
  return new NodeStopped(failure.toError(), stepNameOf(flow.prefix, id, labels), taintBefore(pass, id))
}
