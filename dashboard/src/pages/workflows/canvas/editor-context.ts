import { createContext, useContext, useSyncExternalStore } from 'react'
import type { EditorState, EditorStore } from '../graph/editor-store.ts'
import type { RunOverlay } from '../run/run-overlay.ts'

export type Problem = {
  severity: 'error' | 'warning'
  code: string
  message: string
  fix: string
  nodeId: string | null
  path: string
}

/** Where a node is to be added: behind a node, inside of a loop, or at a place on the canvas. */
export type PickerRequest = {
  after?: string | undefined
  parent?: string | undefined
  position?: { x: number; y: number }
  isInserted?: boolean
}

export type Editor = {
  store: EditorStore
  isReadOnly: boolean
  problems: readonly Problem[]
  overlay: RunOverlay
  /** Opens the list of nodes that can be added. */
  pick(request: PickerRequest): void
  /** Selects a node, shows it and what it is made of. */
  open(id: string): void
}

export const EditorContext = createContext<Editor | null>(null)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This part is outside of an editor')
  return editor
}

export function useEditorState(): EditorState {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, store.current)
}

export const problemsOf = (problems: readonly Problem[], nodeId: string): Problem[] =>
  problems.filter((problem) => problem.nodeId === nodeId)
