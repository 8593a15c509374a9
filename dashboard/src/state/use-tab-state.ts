import { useEffect, useMemo } from 'react'
import { useProject } from '../project.ts'
import { keptStore } from './memory-store.ts'
import { tabMemory } from './tab-storage.ts'
import { keptName, useKept } from './use-memory-state.ts'

// Typing and streams change it many times a second.
const pauseMs = 400

/** Like `useKept`, and also there after a reload of this tab. `revive` makes what was kept fit for use again. */
export function useTabKept<T>(name: string, initial: T, revive: (kept: unknown) => T) {
  const { project, session } = useProject()
  // A session may end by itself, and somebody else sign in where it ended.
  const memoryName = `${session.account.id}.${project.id}.${name}`
  const first = useMemo(() => {
    const kept = tabMemory.get(memoryName)
    return kept === null ? initial : revive(kept)
    // What it begins with is asked once for each project.
  }, [memoryName])
  const [value, change] = useKept<T>(name, first)
  const current = () => keptStore.get(keptName(project.id, name)) as T | undefined
  const keep = () => {
    const now = current()
    // Signing out empties both; what this page still shows must not bring it back.
    if (now !== undefined) tabMemory.set(memoryName, now)
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
    /** As it is now, for what goes on longer than one drawing of the page. */
    read: (): T => current() ?? first,
  }
}
