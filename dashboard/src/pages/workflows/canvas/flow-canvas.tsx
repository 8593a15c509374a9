import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type EdgeChange,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { connect, loopPadding } from '../graph/edit.ts'
import { moveToLevel } from '../graph/levels.ts'
import { movedTo } from '../graph/ops.ts'
import { connectFault } from '../graph/structure.ts'
import type { FlowGraph, Point } from '../graph/types.ts'
import { TriggerCard, type TriggerNode } from '../triggers/trigger-card.tsx'
import { toTriggerCards, toTriggerLines, triggerOfNode } from '../triggers/trigger-elements.ts'
import { type DropTarget, useDropTarget } from './drop-target.ts'
import { useEditor, useEditorState } from './editor-context.ts'
import { type LineEdge, LineEdgeView } from './flow-edge.tsx'
import { toCards, toLines } from './flow-elements.ts'
import { type CardNode, LoopCard, NodeCard } from './node-card.tsx'
import { selectionAfter } from './selection.ts'
import { useOpeningView } from './use-opening-view.ts'
import '@xyflow/react/dist/base.css'
import './canvas.css'
import './canvas-far.css'

type CanvasNode = CardNode | TriggerNode

const nodeViews = { card: NodeCard, loop: LoopCard, trigger: TriggerCard }
const edgeViews = { line: LineEdgeView }
// A graph that is seen as a whole needs no overview.
const fewNodes = 15
// The sides are as wide as the handles and badges that stand out of the cards.
const fitOptions = { padding: 0.05, maxZoom: 1 }
// As small as a row of all the nodes that a graph may have: what is fitted is seen as a whole.
const leastZoom = 0.005
// Below this the second line of a card is too small to be read.
const farZoom = 0.8
const farthestZoom = 0.55
// And below this no name: the shape of the graph is what is left to be seen.
const shapeZoom = 0.2

/** Sizes and running drags are the canvas's own; everything else comes from the graph. */
function useCards() {
  const { problems, overlay, triggers } = useEditor()
  const { graph, selectedNodes, selectedTrigger } = useEditorState()
  const graphCards = useMemo(
    (): CanvasNode[] => [
      ...toTriggerCards(graph, triggers, selectedTrigger),
      ...toCards({ graph, problems, overlay, selectedNodes }),
    ],
    [graph, problems, overlay, triggers, selectedNodes, selectedTrigger],
  )
  const [cards, setCards] = useState(graphCards)
  useEffect(() => {
    setCards((before) => {
      const known = new Map(before.map((card) => [card.id, card]))
      return graphCards.map((card) => {
        const old = known.get(card.id)
        if (!old) return card
        const position = old.dragging ? old.position : card.position
        return { ...card, ...(old.measured ? { measured: old.measured } : {}), position }
      })
    })
  }, [graphCards])
  return [cards, setCards] as const
}

const inLoop = (graph: FlowGraph, id: string, { x, y }: Point): Point =>
  graph.nodes.find((node) => node.id === id)?.parent === undefined
    ? { x, y }
    : { x: Math.max(loopPadding.side, x), y: Math.max(loopPadding.top, y) }

/** Moves of nodes that have ended, by drag or by the arrow keys. */
function endedMoves(graph: FlowGraph, changes: readonly NodeChange<CanvasNode>[]): Map<string, Point> {
  return new Map(
    changes.flatMap((change): [string, Point][] =>
      change.type === 'position' && change.position && !change.dragging && triggerOfNode(change.id) === null
        ? [[change.id, inLoop(graph, change.id, change.position)]]
        : [],
    ),
  )
}

const isOfGraph = (node: CanvasNode): node is CardNode => node.type !== 'trigger'
const moveKey = (ids: Iterable<string>) => `move ${[...ids].join()}`

function useFlowHandlers(setCards: ReturnType<typeof useCards>[1], drop: DropTarget) {
  const { store, pick, isReadOnly } = useEditor()
  const { screenToFlowPosition, getInternalNode } = useReactFlow()
  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    const { graph } = store.current()
    setCards((before) =>
      applyNodeChanges(
        changes.filter(({ type }) => type === 'dimensions' || type === 'position'),
        before,
      ),
    )
    if (changes.some(({ type }) => type === 'select'))
      store.select(...selectionAfter(store.current(), { nodes: changes }))
    const moves = endedMoves(graph, changes)
    if (moves.size > 0 && !isReadOnly) store.edit(movedTo(graph, moves), moveKey(moves.keys()))
  }
  const onEdgesChange = (changes: EdgeChange<LineEdge>[]) => {
    if (changes.some(({ type }) => type === 'select'))
      store.select(...selectionAfter(store.current(), { edges: changes }))
  }
  const onConnect = ({ source, target }: Connection) => {
    const { ops, fault } = connect(store.current().graph, source, target)
    if (fault === null) store.edit(ops)
    else toasts.error(fault)
  }
  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    if (state.toNode || !state.fromNode || state.fromHandle?.type !== 'source') return
    const { clientX: x, clientY: y } = 'changedTouches' in event ? event.changedTouches[0]! : event
    const at = screenToFlowPosition({ x, y })
    const parent = state.fromNode.parentId
    const corner = parent ? getInternalNode(parent)?.internals.positionAbsolute : undefined
    const position = { x: Math.round(at.x - (corner?.x ?? 0)), y: Math.round(at.y - (corner?.y ?? 0) - 32) }
    pick({ after: state.fromNode.id, position, isInserted: false })
  }
  const onNodeDrag = (_event: unknown, _node: CanvasNode, dragged: CanvasNode[]) =>
    drop.show(dragged.filter(isOfGraph))
  const onNodeDragStop = (_event: unknown, _node: CanvasNode, dragged: CanvasNode[]) => {
    const found = drop.take(dragged.filter(isOfGraph))
    if (!found || isReadOnly) return
    const { graph } = store.current()
    // Undone together with the move that has just ended.
    store.edit(
      moveToLevel(graph, new Set(found.positions.keys()), found.parent, found.positions),
      moveKey(dragged.map(({ id }) => id)),
    )
  }
  return { onNodesChange, onEdgesChange, onConnect, onConnectEnd, onNodeDrag, onNodeDragStop }
}

function distanceOf(zoom: number): string {
  if (zoom < shapeZoom) return 'flow-canvas-shape'
  if (zoom < farthestZoom) return 'flow-canvas-far flow-canvas-farthest'
  return zoom < farZoom ? 'flow-canvas-far' : ''
}

/** The graph as it is drawn. Keys are handled by the page around it. */
export function FlowCanvas() {
  const { store, isReadOnly, overlay, triggers } = useEditor()
  const { graph, selectedEdges } = useEditorState()
  const [cards, setCards] = useCards()
  const drop = useDropTarget()
  const { isLarge } = useOpeningView(triggers, fitOptions)
  const distance = useStore(({ transform: [, , zoom] }) => distanceOf(zoom))
  const shown = useMemo(
    () => cards.map((card) => (card.id === drop.over ? { ...card, className: 'drop-target' } : card)),
    [cards, drop.over],
  )
  const lines = useMemo(
    () => [...toTriggerLines(graph, triggers), ...toLines(graph, overlay, selectedEdges)],
    [graph, overlay, triggers, selectedEdges],
  )
  return (
    <ReactFlow<CanvasNode, LineEdge>
      className={`flow-canvas ${distance}`}
      nodes={shown}
      edges={lines}
      nodeTypes={nodeViews}
      edgeTypes={edgeViews}
      {...useFlowHandlers(setCards, drop)}
      isValidConnection={({ source, target }) => connectFault(store.current().graph, source, target) === null}
      nodesDraggable={!isReadOnly}
      nodesConnectable={!isReadOnly}
      // The panel of a selected node would open over the place that it is dragged to.
      selectNodesOnDrag={false}
      deleteKeyCode={null}
      selectionKeyCode="Shift"
      multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
      fitView
      fitViewOptions={fitOptions}
      minZoom={leastZoom}
      maxZoom={2}
    >
      <Background gap={20} size={1.5} />
      <Controls showInteractive={false} fitViewOptions={fitOptions} />
      {(isLarge || graph.nodes.length > fewNodes) && (
        <MiniMap pannable zoomable ariaLabel="Overview of the graph" />
      )}
    </ReactFlow>
  )
}
