import { useEffect, useMemo } from 'react'
import { useProject } from '../project.ts'
import { memoryStore } from './memory-store.ts'
import { tabStorage } from './tab-storage.ts'
import { memoryKey, useMemoryState } from './use-memory-state.ts'

// Typing and streams change it many times a second.
const pauseMs = 400

/** Like `useMemoryState`, and restored after a reload of this tab. `revive` validates the stored value. */
export function useTabState<T>(name: string, initial: T, revive: (saved: unknown) => T) {
  const { project, session } = useProject()
  // A session may expire, and another user sign in on the same tab.
  const memoryName = `${session.account.id}.${project.id}.${name}`
  const first = useMemo(() => {
    const saved = tabStorage.get(memoryName)
    return saved === null ? initial : revive(saved)
    // The initial value is read once per project.
  }, [memoryName])
  const [value, change] = useMemoryState<T>(name, first)
  const current = () => memoryStore.get(memoryKey(project.id, name)) as T | undefined
  const keep = () => {
    const now = current()
    // Signing out empties both; what this page still shows must not bring it back.
    if (now !== undefined) tabStorage.set(memoryName, now)
  }

  useEffect(() => {
    const timer = setTimeout(keep, pauseMs)
    return () => clearTimeout(timer)
  }, [memoryName, value])
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [memoryName])

  return {
    value,
    change,
    /** The current value, for what outlives one render. */
    read: (): T => current() ?? first,
  }
}
