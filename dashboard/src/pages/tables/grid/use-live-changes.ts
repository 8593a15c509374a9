import { isStoaError, type TableDocument } from '@stoa/sdk'
import { useEffect, useRef, useState } from 'react'
import { useRefresh } from '../../../project.tsx'
import { useTablesApi } from '../tables-api.ts'
import { usePlaceDocument } from './use-documents.ts'

export type LiveState = 'off' | 'connecting' | 'live' | 'broken'

// Rows that come in a crowd are read together.
const gatherMs = 400
const flashMs = 1_500

/** Follows the table while it is looked at: changed rows change in place, new and deleted ones are read anew. */
export function useLiveChanges(id: string, isOn: boolean) {
  const api = useTablesApi()
  const refresh = useRefresh()
  const place = usePlaceDocument(id)
  const [state, setState] = useState<LiveState>('off')
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef({ api, refresh, place })
  latest.current = { api, refresh, place }
  useEffect(() => {
    if (!isOn) return setState('off')
    const end = new AbortController()
    let gathering: ReturnType<typeof setTimeout> | undefined
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const readSoon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        void latest.current.refresh(['documents', id], ['tables', 'one', id])
      }, gatherMs)
    }
    const flash = (documentId: string) => {
      setChanged((before) => new Set(before).add(documentId))
      const timer = setTimeout(() => {
        timers.delete(timer)
        setChanged((before) => new Set([...before].filter((each) => each !== documentId)))
      }, flashMs)
      timers.add(timer)
    }
    async function follow(): Promise<void> {
      const stream = latest.current.api.events('/api/v1/table/collections/{id}/changes', {
        params: { id },
        signal: end.signal,
      })
      for await (const { event, data } of stream) {
        if (event === 'ready') {
          setState('live')
          continue
        }
        if (event === 'updated' && data.document) latest.current.place(data.document as TableDocument)
        else readSoon()
        if (data.documentId) flash(data.documentId)
      }
      if (!end.signal.aborted) setState('broken')
    }
    setState('connecting')
    follow().catch((error) => {
      if (!end.signal.aborted) setState('broken')
      // Numbers that the server has forgotten: what was missed is read, and following begins anew on the next switch.
      if (isStoaError(error) && error.code === 'cursor_expired') readSoon()
    })
    return () => {
      end.abort()
      clearTimeout(gathering)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [id, isOn])
  return { state, changed }
}
