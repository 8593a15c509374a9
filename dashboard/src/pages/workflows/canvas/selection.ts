import type { Selection } from '../graph/editor-store.ts'
import { triggerOfNode } from '../triggers/trigger-elements.ts'

type Change = { type: string; id?: string; selected?: boolean }
type Changes = { nodes?: readonly Change[]; edges?: readonly Change[] }

/** What a click, a box or the keyboard selects: nodes and edges, or one trigger. */
export function selectionAfter(
  { selectedNodes, selectedEdges, selectedTrigger }: Selection,
  { nodes = [], edges = [] }: Changes,
): [nodes: ReadonlySet<string>, edges: ReadonlySet<string>, trigger: string | null] {
  const ofGraph = nodes.filter(({ id = '' }) => triggerOfNode(id) === null)
  const ofTriggers = nodes.flatMap(({ type, id = '', selected }) => {
    const triggerId = triggerOfNode(id)
    return type === 'select' && triggerId !== null ? [{ triggerId, selected }] : []
  })
  const isAdded = [...ofGraph, ...edges].some(({ type, selected }) => type === 'select' && selected)
  const chosen = ofTriggers.find(({ selected }) => selected)?.triggerId
  if (chosen !== undefined && !isAdded) return [new Set(), new Set(), chosen]
  const isLeft = isAdded || ofTriggers.some(({ triggerId }) => triggerId === selectedTrigger)
  return [applied(selectedNodes, ofGraph), applied(selectedEdges, edges), isLeft ? null : selectedTrigger]
}

function applied(selected: ReadonlySet<string>, changes: readonly Change[]): ReadonlySet<string> {
  const next = new Set(selected)
  for (const { type, id = '', selected: isSelected } of changes) {
    if (type !== 'select') continue
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}
