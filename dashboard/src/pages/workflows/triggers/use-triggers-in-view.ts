import type { Trigger } from '@stoa/sdk'
import { type FitViewOptions, useReactFlow } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { triggerNodeId } from './trigger-elements.ts'

/** Triggers are read beside the graph: the first ones are brought into view with it, and later the one that is new. */
export function useTriggersInView(triggers: readonly Trigger[], all: FitViewOptions): void {
  const { fitView } = useReactFlow()
  const known = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const added = triggers.filter(({ triggerId }) => !known.current.has(triggerId))
    const isFirst = known.current.size === 0
    known.current = new Set(triggers.map(({ triggerId }) => triggerId))
    if (added.length === 0) return
    const nodes = added.map(({ triggerId }) => ({ id: triggerNodeId(triggerId) }))
    // Two frames later they are drawn and measured.
    const show = () => void fitView({ ...all, ...(isFirst ? {} : { nodes }), duration: 0 })
    requestAnimationFrame(() => requestAnimationFrame(show))
  }, [triggers])
}
