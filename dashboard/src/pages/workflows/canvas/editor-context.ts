import type { Trigger } from '@stoa/sdk'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { pluralize } from '../../../components/text/pluralize.ts'
import type { EditorState, EditorStore } from '../graph/editor-store.ts'
import type { RunOverlay } from '../run/run-overlay.ts'

export type Problem = {
  severity: 'error' | 'warning'
  code: string
  message: string
  fix: string
  nodeId: string | null
  path: string
  position?: { line: number; column: number } | undefined
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
  /** What starts the workflow by itself; none for an old version, which nothing starts. */
  triggers: readonly Trigger[]
  /** Opens the list of nodes that can be added. */
  pick(request: PickerRequest): void
  /** Selects a node, shows it and what it is made of. */
  open(id: string): void
  openTrigger(triggerId: string): void
  /** Opens the form of a new trigger. */
  addTrigger(): void
  /** Shows the node or edge that a problem is about, with the focus in its field. */
  openProblem(problem: Problem): void
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

/** With its line, where it is inside a text of several and does not say so itself. */
export function messageWithPosition({ message, path, position }: Problem): string {
  if (!position || message.includes(`line ${position.line}`)) return message
  return position.line > 1 || path.endsWith('/code')
    ? `Line ${position.line}, column ${position.column}: ${message}`
    : message
}

/** How to fix it, where the message does not say so already. */
export const fixOf = ({ message, fix }: Pick<Problem, 'message' | 'fix'>): string =>
  message.toLowerCase().includes(fix.toLowerCase()) ? '' : fix

/** How many there are: errors prevent activating, warnings do not. */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const parts = [errors > 0 && pluralize(errors, 'problem'), warnings > 0 && pluralize(warnings, 'warning')]
  return parts.filter(Boolean).join(', ')
}

export const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')

export const problemsOf = (problems: readonly Problem[], nodeId: string): Problem[] =>
  problems.filter((problem) => problem.nodeId === nodeId)
