import { useSyncExternalStore } from 'react'
import { useProject } from '../project.ts'
import { keptStore } from './memory-store.ts'

export const keptName = (projectId: string, name: string) => `${projectId} ${name}`

/**
 * What a page keeps while others are looked at: until the window is closed, for this project alone, and never on disk,
 * since code may hold what is nobody else's business. Signing out forgets it.
 */
export function useKept<T>(name: string, initial: T): [T, (change: (before: T) => T) => void] {
  const { project } = useProject()
  const key = keptName(project.id, name)
  const read = () => keptStore.get(key) as T | undefined
  const kept = useSyncExternalStore(keptStore.watch, read)
  return [kept ?? initial, (change) => keptStore.set(key, change(read() ?? initial))]
}
