import type { Trigger } from '@stoa/sdk'
import { MarkerType } from '@xyflow/react'
import type { LineEdge } from '../canvas/flow-edge.tsx'
import type { FlowGraph } from '../graph/types.ts'
import { placeTriggers } from './place-triggers.ts'
import { type TriggerNode, triggerLabel } from './trigger-card.tsx'

// Ids of nodes have no colon.
const prefix = 'trigger:'
export const triggerNodeId = (triggerId: string): string => `${prefix}${triggerId}`
/** Null for a node of the graph. */
export const triggerOfNode = (nodeId: string): string | null =>
  nodeId.startsWith(prefix) ? nodeId.slice(prefix.length) : null

/** Triggers as nodes before the start. They are selected, but neither dragged nor connected. */
export function toTriggerCards(
  graph: FlowGraph,
  triggers: readonly Trigger[],
  selectedTrigger: string | null,
): TriggerNode[] {
  const places = placeTriggers(graph, triggers.length)
  return places.map((position, index): TriggerNode => {
    const trigger = triggers[index]!
    return {
      id: triggerNodeId(trigger.triggerId),
      type: 'trigger',
      position,
      data: { trigger },
      ariaLabel: triggerLabel(trigger),
      selected: trigger.triggerId === selectedTrigger,
      draggable: false,
      connectable: false,
      deletable: false,
      zIndex: 1,
    }
  })
}

export function toTriggerLines(graph: FlowGraph, triggers: readonly Trigger[]): LineEdge[] {
  const start = graph.nodes.find(({ type }) => type === 'start')
  if (!start) return []
  return triggers.map(
    ({ triggerId, isDisabled }): LineEdge => ({
      id: triggerNodeId(triggerId),
      type: 'line',
      source: triggerNodeId(triggerId),
      target: start.id,
      data: { label: '', isError: false, isTaken: false },
      className: isDisabled ? 'edge-trigger edge-off' : 'edge-trigger',
      markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
      selectable: false,
      focusable: false,
      deletable: false,
      zIndex: 1,
    }),
  )
}
