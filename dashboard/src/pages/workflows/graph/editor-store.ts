import { applyOps, type GraphOp, inverseOf } from './ops.ts'
import type { FlowGraph } from './types.ts'

type Edit = { ops: readonly GraphOp[]; mergeKey: string | undefined }

export type EditorState = {
  graph: FlowGraph
  selectedNodes: ReadonlySet<string>
  selectedEdges: ReadonlySet<string>
  /** A trigger is drawn beside the graph and is no part of it: it is selected alone. */
  selectedTrigger: string | null
  canUndo: boolean
  canRedo: boolean
}

const mostEdits = 500
const none: ReadonlySet<string> = new Set()
const initialState = (graph: FlowGraph): EditorState => ({
  graph,
  selectedNodes: none,
  selectedEdges: none,
  selectedTrigger: null,
  canUndo: false,
  canRedo: false,
})

/**
 * The graph that is being edited. Every edit is a list of operations that can be turned around, so undo needs no copies
 * of the graph. Consecutive edits with the same key, such as typing in one field, are undone together.
 */
export function createEditorStore(initial: FlowGraph) {
  const listeners = new Set<() => void>()
  let past: Edit[] = []
  let future: Edit[] = []
  let state = initialState(initial)

  const put = (patch: Partial<EditorState>) => {
    const next = { ...state, ...patch, canUndo: past.length > 0, canRedo: future.length > 0 }
    state = { ...next, ...stillThere(next) }
    for (const listener of listeners) listener()
  }

  const edit = (ops: readonly GraphOp[], mergeKey?: string) => {
    if (ops.length === 0) return
    const last = past.at(-1)
    const merges = mergeKey !== undefined && last?.mergeKey === mergeKey && future.length === 0
    past = merges
      ? past.with(-1, { ops: [...last.ops, ...ops], mergeKey })
      : [...past, { ops, mergeKey }].slice(-mostEdits)
    future = []
    put({ graph: applyOps(state.graph, ops) })
  }

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edit,
    undo() {
      const last = past.at(-1)
      if (!last) return
      past = past.slice(0, -1)
      future = [...future, last]
      put({ graph: applyOps(state.graph, inverseOf(last.ops)) })
    },
    redo() {
      const next = future.at(-1)
      if (!next) return
      future = future.slice(0, -1)
      past = [...past, { ...next, mergeKey: undefined }]
      put({ graph: applyOps(state.graph, next.ops) })
    },
    select(nodes: Iterable<string>, edges: Iterable<string> = [], trigger: string | null = null) {
      const next = { selectedNodes: new Set(nodes), selectedEdges: new Set(edges), selectedTrigger: trigger }
      if (isSameSelection(next, state)) return
      // What is typed after coming back to a field is a separate edit.
      past = past.map((each) => (each.mergeKey === undefined ? each : { ...each, mergeKey: undefined }))
      put(next)
    },
    /** Another graph, such as what another user has saved: what was done before cannot be undone in it. */
    load(graph: FlowGraph) {
      past = []
      future = []
      put({ graph })
    },
  }
}

export type EditorStore = ReturnType<typeof createEditorStore>

const isSame = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  left.size === right.size && [...left].every((id) => right.has(id))

export type Selection = Pick<EditorState, 'selectedNodes' | 'selectedEdges' | 'selectedTrigger'>

const isSameSelection = (left: Selection, right: Selection) =>
  isSame(left.selectedNodes, right.selectedNodes) &&
  isSame(left.selectedEdges, right.selectedEdges) &&
  left.selectedTrigger === right.selectedTrigger

/** What was removed is no longer selected. */
function stillThere({ graph, selectedNodes, selectedEdges }: EditorState) {
  const nodes = new Set(graph.nodes.map(({ id }) => id))
  const edges = new Set(graph.edges.map(({ id }) => id))
  const keep = (selected: ReadonlySet<string>, known: ReadonlySet<string>) =>
    [...selected].every((id) => known.has(id))
      ? selected
      : new Set([...selected].filter((id) => known.has(id)))
  return { selectedNodes: keep(selectedNodes, nodes), selectedEdges: keep(selectedEdges, edges) }
}
