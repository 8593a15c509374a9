import { memoryStore } from '../../../state/memory-store.ts'
import { memoryKey, useMemoryState } from '../../../state/use-memory-state.ts'

const nameOf = (workflowId: string) => `workflow-input ${workflowId}`

/** The input that a workflow was last run with, until the window is closed. */
export function useRememberedInput(workflowId: string): [string, (text: string) => void] {
  const [text, change] = useMemoryState(nameOf(workflowId), '{}')
  return [text, (next) => change(() => next)]
}

export const rememberInput = (projectId: string, workflowId: string, text: string): void =>
  memoryStore.set(memoryKey(projectId, nameOf(workflowId)), text)
