import { isStoaError, type TableDocument } from '@stoa/sdk'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useConnection } from '../../../connection/server-connection.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { createChangeBatch } from './change-batch.ts'
import { useReplaceDocuments } from './use-documents.ts'

export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting' | 'broken'

// Rows that come in a crowd are shown together.
const batchMs = 100
const flashMs = 1_500

/**
 * Follows the table while it is open: changed rows change in place, new and deleted ones are reloaded. What broke
 * for good, such as by an expired session, begins again with the next session or when the server is back.
 */
export function useLiveChanges(id: string, isOn: boolean) {
  const api = useApiAs()
  // Another one after signing in again.
  const { api: sessionApi } = useProject()
  const refresh = useRefresh()
  const replaceDocuments = useReplaceDocuments(id)
  const [state, setState] = useState<LiveState>('off')
  const { isOnline, returns } = useConnection()
  const [round, setRound] = useState(0)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef({ api, refresh, replaceDocuments })
  latest.current = { api, refresh, replaceDocuments }
  useEffect(() => {
    if (!isOn) return setState('off')
    return followChanges({
      id,
      latest,
      setState,
      setChanged,
      restart: () => setRound((before) => before + 1),
    })
  }, [sessionApi, id, isOn, round])
  // Changes may have been missed: reload.
  const isBroken = state === 'broken'
  useEffect(() => {
    if (!isBroken || returns === 0) return
    setRound((before) => before + 1)
    void latest.current.refresh(['documents', id])
  }, [returns])
  return {
    // A dropped connection looks open for a while: the result of the probe counts.
    state: state === 'live' && !isOnline ? ('reconnecting' as const) : state,
    changed,
  }
}

type Latest = {
  api: ReturnType<typeof useApiAs>
  refresh: ReturnType<typeof useRefresh>
  replaceDocuments: ReturnType<typeof useReplaceDocuments>
}

type Following = {
  id: string
  latest: RefObject<Latest>
  setState(state: LiveState): void
  setChanged(marked: ReadonlySet<string>): void
  restart(): void
}

/** Follows the changes of a table until the returned function is called. */
function followChanges({ id, latest, setState, setChanged, restart }: Following): () => void {
  const end = new AbortController()
  // One after the other: the next would cancel the one before, and none would end while rows keep coming.
  const read = once(() => latest.current.refresh(['documents', id], ['tables', 'one', id]))
  const batch = createChangeBatch({
    everyMs: batchMs,
    markMs: flashMs,
    now: Date.now,
    apply({ updated, isReadAgain, marked }) {
      if (updated.size > 0) latest.current.replaceDocuments(updated)
      if (isReadAgain) read()
      setChanged(marked)
    },
  })
  async function follow(): Promise<void> {
    const stream = latest.current.api.events('/api/v1/table/collections/{id}/changes', {
      params: { id },
      signal: end.signal,
      onConnectionChange: (isConnected) => setState(isConnected ? 'live' : 'reconnecting'),
    })
    for await (const { event, data } of stream) {
      if (event === 'ready') continue
      const document = event === 'updated' ? ((data.document ?? null) as TableDocument | null) : null
      batch.add({ documentId: data.documentId ?? null, document })
    }
    if (!end.signal.aborted) setState('broken')
  }
  setState('connecting')
  follow().catch((error) => {
    if (end.signal.aborted) return
    setState('broken')
    // Numbers that the server has forgotten: what was missed is read, and following begins with the latest.
    if (!isStoaError(error) || error.code !== 'cursor_expired') return
    void latest.current.refresh(['documents', id])
    restart()
  })
  return () => {
    end.abort()
    batch.stop()
  }
}

/** Runs the work again after it, once, if it was requested meanwhile. */
function once(work: () => Promise<unknown>): () => void {
  let state: 'idle' | 'running' | 'again' = 'idle'
  const run = () => {
    if (state !== 'idle') {
      state = 'again'
      return
    }
    state = 'running'
    void work().finally(() => {
      const isAgain = state === 'again'
      state = 'idle'
      if (isAgain) run()
    })
  }
  return run
}
