import type { Trigger } from '@stoa/sdk'
import { type FitViewOptions, useNodesInitialized, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import { triggerNodeId } from '../triggers/trigger-elements.ts'
import { useEditor } from './editor-context.ts'
import { openingView } from './opening-view.ts'

/**
 * What is seen when the canvas opens: all of the graph, or its start where the whole would be too small to be read.
 * Triggers are read beside the graph: with the first ones it is shown again, and later the one that is new.
 */
export function useOpeningView(triggers: readonly Trigger[], options: FitViewOptions): { isLarge: boolean } {
  const { fitView } = useReactFlow()
  const areMeasured = useNodesInitialized()
  const [isLarge, setLarge] = useState(false)
  const open = useOpen(triggers, options, setLarge)
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!areMeasured) return
    const before = known.current
    const added = triggers.filter(({ triggerId }) => !before?.has(triggerId))
    known.current = new Set(triggers.map(({ triggerId }) => triggerId))
    if (before !== null && added.length === 0) return
    const nodes = added.map(({ triggerId }) => ({ id: triggerNodeId(triggerId) }))
    const isFirst = before === null || before.size === 0
    const show = () => (isFirst ? open() : void fitView({ ...options, nodes, duration: 0 }))
    // Two frames later they are drawn and measured.
    requestAnimationFrame(() => requestAnimationFrame(show))
  }, [areMeasured, triggers])
  return { isLarge }
}

function useOpen(triggers: readonly Trigger[], options: FitViewOptions, onLarge: (isLarge: boolean) => void) {
  const { store } = useEditor()
  const { fitView, getNodes, getNodesBounds, setViewport } = useReactFlow()
  const flow = useStoreApi()
  return () => {
    const nodes = getNodes()
    const [trigger] = triggers
    const start = store.current().graph.nodes.find(({ type }) => type === 'start')
    const first = trigger ? triggerNodeId(trigger.triggerId) : (start?.id ?? nodes[0]?.id)
    const view =
      first === undefined
        ? null
        : openingView(getNodesBounds(nodes), getNodesBounds([first]), flow.getState())
    onLarge(view !== null)
    if (view) void setViewport(view, { duration: 0 })
    else void fitView({ ...options, duration: 0 })
  }
}
