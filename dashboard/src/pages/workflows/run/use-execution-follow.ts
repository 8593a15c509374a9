import type { WorkflowExecution } from '@stoa/sdk'
import { useEffect, useState } from 'react'
import { actAs } from '../../../features/end-users/act-as.ts'
import { executionEventsPath } from '../../../features/workflows/workflows-api.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { type NodeEvent, noRun, type RunOverlay, withEvent } from './run-overlay.ts'

export type Followed = {
  overlay: RunOverlay
  /** Null until the execution has ended or paused. */
  status: WorkflowExecution['status'] | null
  error: unknown
}

const nothing: Followed = { overlay: noRun, status: null, error: null }

// Events of one moment are drawn together.
const batchMs = 60

/** The states of the nodes as they change. A broken stream resumes by itself. */
export function useExecutionFollow(executionId: string | null): Followed {
  const { api } = useProject()
  const refresh = useRefresh()
  const [followed, setFollowed] = useState(nothing)
  useEffect(() => {
    setFollowed(nothing)
    if (executionId === null) return
    const line = new AbortController()
    const waiting: NodeEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      clearTimeout(timer)
      timer = undefined
      const events = waiting.splice(0)
      setFollowed((before) => ({ ...before, overlay: events.reduce(withEvent, before.overlay) }))
      void refresh(['workflows', 'execution', executionId])
    }
    const follow = async () => {
      const stream = actAs(api).events(executionEventsPath, {
        params: { id: executionId },
        signal: line.signal,
      })
      for await (const { event, data } of stream) {
        waiting.push({ event, data })
        if (event === 'end')
          setFollowed((before) => ({ ...before, status: data.status as WorkflowExecution['status'] }))
        timer ??= setTimeout(show, batchMs)
      }
      show()
      await refresh(['workflows'])
    }
    follow().catch((error) => {
      if (!line.signal.aborted) setFollowed((before) => ({ ...before, error }))
    })
    return () => {
      line.abort()
      clearTimeout(timer)
    }
  }, [api, executionId])
  return followed
}
