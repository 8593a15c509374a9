import type { QueryOf, Stoa, StreamedEvent } from '@stoa/sdk'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useConnection } from '../../connection/server-connection.ts'
import { useProject } from '../../project.ts'

export type SeenEvent = { number: string; event: StreamedEvent }

type Frame = { id: string | null; data: StreamedEvent }

type StreamState = {
  /** Newest first. */
  events: readonly SeenEvent[]
  isLive: boolean
  /** It was live and is being connected again. */
  isBroken: boolean
  error: unknown
  /** The requested events are no longer stored. */
  hasGap: boolean
}

type Types = NonNullable<QueryOf<'/api/v1/events', 'get'>>['types']

const path = '/api/v1/events'
// How many past events are loaded when the page opens, and how many stay in memory while it is open.
const backlog = 100
const storedLimit = 500

// Events that arrive together are shown together: row by row, the list would jump as often.
const batchMs = 100

const nothing: StreamState = { events: [], isLive: false, isBroken: false, error: null, hasGap: false }

/**
 * The events of the project as they happen, after the latest past ones. Pausing closes the connection and later
 * resumes after the last number that was seen, so that nothing is missed.
 */
export function useEventStream(type: string | undefined, isPaused: boolean) {
  const { api } = useProject()
  const [state, setState] = useState(nothing)
  const [followed, setFollowed] = useState(type)
  const lastEvent = useRef<{ type: string | undefined; number: string } | null>(null)
  // Other events are another stream: what was seen of this one does not belong to it.
  if (followed !== type) {
    setFollowed(type)
    setState(nothing)
  }
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (isPaused) return
    return followEvents({ api, type, lastEvent, setState })
  }, [api, type, isPaused, round])

  const { isOnline, returns } = useConnection()
  const hasFailed = state.error !== null
  // What failed because the server was away begins again when it is back.
  useEffect(() => {
    if (hasFailed && returns > 0) setRound((before) => before + 1)
  }, [returns])

  return {
    ...state,
    // A dropped connection looks open for a while: the result of the probe counts.
    isLive: state.isLive && isOnline,
    isBroken: state.isBroken || (state.isLive && !isOnline),
    clear: () => setState((before) => ({ ...before, events: [], hasGap: false })),
    retry: () => setRound((before) => before + 1),
  }
}

type Following = {
  api: Stoa
  type: string | undefined
  /** The last number that was seen. */
  lastEvent: RefObject<{ type: string | undefined; number: string } | null>
  setState(change: (before: StreamState) => StreamState): void
}

/** Follows the stream until the returned function is called. */
function followEvents({ api, type, lastEvent, setState }: Following): () => void {
  const line = new AbortController()
  const frames: Frame[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(timer)
    timer = undefined
    const shown = frames.splice(0)
    if (shown.length > 0) setState((before) => shown.reduce(withFrame, before))
  }
  const follow = async () => {
    const seen = lastEvent.current
    const known = seen?.type === type ? seen?.number : undefined
    const types = type === undefined ? undefined : ([type] as unknown as Types)
    const after = known === undefined ? await startOf(api, line.signal) : undefined
    const onConnectionChange = (isLive: boolean) =>
      setState((before) => ({
        ...before,
        isLive,
        isBroken: !isLive,
        ...(isLive ? { error: null } : {}),
      }))
    const options = {
      query: { types, after },
      lastEventId: known,
      signal: line.signal,
      onConnectionChange,
    }
    for await (const { id, data } of api.events(path, options)) {
      if (id !== null) lastEvent.current = { type, number: id }
      frames.push({ id, data })
      timer ??= setTimeout(show, batchMs)
    }
    show()
    setState((before) => ({ ...before, isLive: false }))
  }
  follow().catch((error) => {
    if (!line.signal.aborted) setState((before) => ({ ...before, isLive: false, isBroken: false, error }))
  })
  return () => {
    line.abort()
    show()
    setState((before) => ({ ...before, isLive: false, isBroken: false }))
  }
}

function withFrame(before: StreamState, { id, data }: Frame): StreamState {
  if (data.type === 'stream.start') return before
  if (data.type === 'stream.gap') return { ...before, hasGap: true }
  return { ...before, events: [{ number: id ?? '', event: data }, ...before.events].slice(0, storedLimit) }
}

/** The current position of the stream, less the backlog: its first message is its own number. */
async function startOf(api: Stoa, signal: AbortSignal): Promise<number> {
  const line = new AbortController()
  const stream = api.events(path, { signal: AbortSignal.any([signal, line.signal]) })
  try {
    const first = await stream.next()
    return Math.max(0, Number(first.value?.id ?? 0) - backlog)
  } finally {
    line.abort()
    await stream.return().catch(() => undefined)
  }
}
