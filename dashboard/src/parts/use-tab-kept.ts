import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useProject } from '../project.tsx'
import { tabMemory } from '../tab-memory.ts'
import { useKept } from './use-kept.ts'

// Typing and streams change it many times a second.
const pauseMs = 400

/** Like `useKept`, and also there after a reload of this tab. `revive` makes what was kept fit for use again. */
export function useTabKept<T>(name: string, initial: T, revive: (kept: unknown) => T) {
  const { project } = useProject()
  const client = useQueryClient()
  const memoryName = `${project.id}.${name}`
  const [first] = useState(() => {
    const kept = tabMemory.get(memoryName)
    return kept === null ? initial : revive(kept)
  })
  const [value, change] = useKept<T>(name, first)
  const latest = useRef(value)
  latest.current = value

  useEffect(() => {
    const timer = setTimeout(() => tabMemory.set(memoryName, value), pauseMs)
    return () => clearTimeout(timer)
  }, [memoryName, value])
  useEffect(() => {
    const keep = () => tabMemory.set(memoryName, latest.current)
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      // Signing out empties both; what this page still holds must not bring it back.
      if (client.getQueryData([project.id, 'kept', name]) !== undefined) keep()
    }
  }, [memoryName, client, project.id, name])

  return {
    value,
    change,
    /** As it is now, for what goes on longer than one drawing of the page. */
    read: (): T => client.getQueryData<T>([project.id, 'kept', name]) ?? latest.current,
  }
}
