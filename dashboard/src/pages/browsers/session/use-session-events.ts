import type { BrowserEvent } from '@stoa/sdk'
import { useEffect, useState } from 'react'
import { eventStreamPath } from '../../../features/browsers/browser-paths.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'

export type SessionEvents = {
  /** Oldest first; undefined until the first are there. */
  data: readonly BrowserEvent[] | undefined
  error: unknown
  refetch(): void
}

// Events that arrive together are shown together: line by line, the log would jump as often.
const batchMs = 100

/** The event log as it happens. A connection that was lost resumes after the last event that was seen. */
export function useSessionEvents(sessionId: string): SessionEvents {
  const api = useApiAs()
  const [state, setState] = useState<Omit<SessionEvents, 'refetch'>>({ data: undefined, error: null })
  const [round, setRound] = useState(0)

  useEffect(() => {
    const line = new AbortController()
    const seen: BrowserEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      if (!line.signal.aborted) setState({ data: [...seen], error: null })
    }
    const showSoon = () => {
      timer ??= setTimeout(show, batchMs)
    }
    const follow = async () => {
      const options = { params: { sessionId }, signal: line.signal, onConnectionChange: showSoon }
      for await (const { data } of api.events(eventStreamPath, options)) {
        if (data.type === 'end') break
        seen.push(data)
        showSoon()
      }
      showSoon()
    }
    setState({ data: undefined, error: null })
    follow().catch((error) => {
      if (!line.signal.aborted) setState((before) => ({ ...before, error }))
    })
    return () => {
      line.abort()
      clearTimeout(timer)
    }
  }, [sessionId, round])

  return { ...state, refetch: () => setRound((before) => before + 1) }
}
