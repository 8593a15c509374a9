import { useReactFlow } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { toasts } from '../../../components/feedback/toast-store.ts'
import type { PickerRequest, Problem } from '../canvas/editor-context.ts'
import { useCanvasKeys } from '../canvas/use-canvas-keys.ts'
import { commandsOf } from '../canvas/use-commands.ts'
import { addNode, connect, type NewNode } from '../graph/edit.ts'
import type { EditorStore } from '../graph/editor-store.ts'
import { canChangeLevel, movableOf, moveToLevel } from '../graph/levels.ts'
import type { FlowGraph } from '../graph/types.ts'
import { triggerNodeId } from '../triggers/trigger-elements.ts'
import { focusFault } from './focus-fault.ts'

export type View = 'canvas' | 'list'

const smallScreen = '(max-width: 760px)'

type Dialogs = {
  picker: PickerRequest | null
  connectFrom: string | null
  /** Nodes that are moved into a loop or out of one. */
  moving: ReadonlySet<string> | null
  isFinding: boolean
  isAddingTrigger: boolean
  /** The trigger that is about to be deleted. */
  deletedTrigger: string | null
}
const closed: Dialogs = {
  picker: null,
  connectFrom: null,
  moving: null,
  isFinding: false,
  isAddingTrigger: false,
  deletedTrigger: null,
}

type PartsOptions = { store: EditorStore; isReadOnly: boolean; onRun?(): void }

/** What the toolbar, the keys, the list and the canvas have in common. */
export function useEditorParts({ store, isReadOnly, onRun = () => undefined }: PartsOptions) {
  const commands = useMemo(() => commandsOf(store), [store])
  const dialogs = useEditorDialogs(store)
  // A small screen has no space for a canvas.
  const [view, setView] = useState<View>(() => (window.matchMedia(smallScreen).matches ? 'list' : 'canvas'))
  const { fit, show, reveal } = useViewport()
  useRevealed(store, reveal)
  const open = (id: string) => {
    store.select([id])
    // The panel that opens beside it takes a part of the canvas.
    afterDrawing(() => show(id))
  }
  const openTrigger = (triggerId: string) => {
    store.select([], [], triggerId)
    afterDrawing(() => show(triggerNodeId(triggerId)))
  }
  const openProblem = ({ nodeId, path }: Problem) => {
    const { graph } = store.current()
    const edge = graph.edges[Number(/^\/graph\/edges\/(\d+)/.exec(path)?.[1] ?? -1)]
    if (nodeId !== null && graph.nodes.some(({ id }) => id === nodeId)) open(nodeId)
    else if (edge) store.select([], [edge.id])
    focusFault()
  }
  const add = (node: NewNode) => {
    const { ops, id } = addNode(store.current().graph, node, dialogs.opened.picker ?? {})
    store.edit(ops)
    store.select([id])
    afterDrawing(() => {
      focusNode(id)
      show(id)
    })
  }
  const remove = () => {
    const { selectedTrigger } = store.current()
    if (selectedTrigger === null) commands.remove()
    else dialogs.deleteTrigger(selectedTrigger)
  }
  useCanvasKeys({
    store,
    commands,
    isReadOnly,
    fit,
    run: onRun,
    add: dialogs.startAdd,
    addTrigger: dialogs.addTrigger,
    remove,
    connect: dialogs.startConnect,
    move: dialogs.startMove,
    find: dialogs.find,
    toggleView: () => setView((before) => (before === 'canvas' ? 'list' : 'canvas')),
  })
  useEffect(() => {
    // In a new frame all nodes are measured.
    if (view === 'canvas') requestAnimationFrame(fit)
  }, [view])
  return { ...dialogs, commands, view, setView, add, remove, open, openTrigger, openProblem }
}

/** Which dialog of the editor is open, and what it is about. */
function useEditorDialogs(store: EditorStore) {
  const [opened, setOpened] = useState(closed)
  const lastSelected = () => [...store.current().selectedNodes].at(-1)
  const pick = (picker: PickerRequest) => setOpened({ ...closed, picker })
  return {
    opened,
    pick,
    startAdd: () => pick({ after: lastSelected() ?? lastStep(store.current().graph) }),
    startConnect(from: string | undefined = lastSelected()) {
      if (from === undefined) toasts.error('Select the node to connect from first.')
      else setOpened({ ...closed, connectFrom: from })
    },
    finishConnect(to: string) {
      const { ops, fault } = connect(store.current().graph, opened.connectFrom ?? '', to)
      if (fault === null) store.edit(ops)
      else toasts.error(fault)
    },
    startMove(ids: ReadonlySet<string> = store.current().selectedNodes) {
      const { graph } = store.current()
      if (movableOf(graph, ids).length === 0) toasts.error('Select the nodes to move first.')
      else if (!canChangeLevel(graph, ids)) toasts.error('There is no loop. Add one first.')
      else setOpened({ ...closed, moving: ids })
    },
    finishMove(parent: string | undefined) {
      store.edit(moveToLevel(store.current().graph, opened.moving ?? new Set(), parent))
    },
    find: () => setOpened({ ...closed, isFinding: true }),
    addTrigger: () => setOpened({ ...closed, isAddingTrigger: true }),
    deleteTrigger: (triggerId: string) => setOpened({ ...closed, deletedTrigger: triggerId }),
    closeDialogs: () => setOpened(closed),
  }
}

// Between a node that was moved into view and the border.
const margin = 40

/** What part of the canvas is seen. */
function useViewport() {
  const { fitView, setCenter, getInternalNode, getZoom, getViewport, setViewport } = useReactFlow()
  return {
    fit: () => void fitView({ padding: 0.1, maxZoom: 1, duration: 0 }),
    show(id: string) {
      const found = getInternalNode(id)
      if (!found) return
      const { x, y } = found.internals.positionAbsolute
      const { width = 0, height = 0 } = found.measured
      void setCenter(x + width / 2, y + height / 2, { zoom: Math.max(getZoom(), 0.7), duration: 0 })
    },
    reveal(id: string) {
      const frame = document.querySelector('.flow-canvas')?.getBoundingClientRect()
      const card = nodeElement(id)?.getBoundingClientRect()
      if (!frame || !card || (card.left >= frame.left && card.right <= frame.right)) return
      const { x, y, zoom } = getViewport()
      const by =
        card.right > frame.right ? frame.right - card.right - margin : frame.left - card.left + margin
      void setViewport({ x: x + by, y, zoom }, { duration: 0 })
    },
  }
}

/** A node that is selected with the pointer stays in view, also beside the panel that opens with it. */
function useRevealed(store: EditorStore, reveal: (id: string) => void): void {
  useEffect(() => {
    let last: string | undefined
    return store.subscribe(() => {
      const { selectedNodes, selectedTrigger } = store.current()
      const [id, ...others] = selectedTrigger === null ? selectedNodes : [triggerNodeId(selectedTrigger)]
      const only = others.length === 0 ? id : undefined
      if (only !== undefined && only !== last) afterDrawing(() => reveal(only))
      last = only
    })
  }, [store])
}

/** What leads to the end: with nothing selected, a new node goes between the two. */
export function lastStep({ nodes, edges }: FlowGraph): string | undefined {
  const ends = nodes.filter(({ type }) => type === 'end')
  const last = ends.length === 1 ? edges.filter(({ to }) => to === ends[0]!.id) : []
  return last.length === 1 ? last[0]!.from : undefined
}

export type EditorParts = ReturnType<typeof useEditorParts>

/** Two frames later what was changed is drawn and measured. */
const afterDrawing = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work))

/** The new node has the focus, in whichever view: the next key continues from there. */
function focusNode(id: string): void {
  nodeElement(id)?.focus({ preventScroll: true })
}

function nodeElement(id: string): HTMLElement | null {
  const name = CSS.escape(id)
  return document.querySelector<HTMLElement>(`.react-flow__node[data-id="${name}"], [data-node="${name}"]`)
}
