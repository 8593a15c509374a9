import { useSyncExternalStore } from 'react'
import { useProject } from '../project.ts'
import { memoryStore } from './memory-store.ts'

export const memoryKey = (projectId: string, name: string) => `${projectId} ${name}`

/**
 * State of a page that survives navigation: until the window is closed, for this project alone, and never on disk,
 * since code may contain secrets. Signing out clears it.
 */
export function useMemoryState<T>(name: string, initial: T): [T, (change: (before: T) => T) => void] {
  const { project } = useProject()
  const key = memoryKey(project.id, name)
  const read = () => memoryStore.get(key) as T | undefined
  const saved = useSyncExternalStore(memoryStore.subscribe, read)
  return [saved ?? initial, (change) => memoryStore.set(key, change(read() ?? initial))]
}
