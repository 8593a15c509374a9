import type { Stoa, ThreadRun } from '@stoa/sdk'
import { useEffect, useRef, useState } from 'react'
import { isOpen } from './chat-api.ts'
import { joinRun, wait } from './join-run.ts'
import { afterEvent, type LiveEvent, type LiveRun, newLiveRun } from './transcript/live-run.ts'

// A fast model says more words a second than a page can be drawn.
const renderIntervalMs = 50
const retryMs = 1_000

export type Following = {
  run: LiveRun | null
  isConnected: boolean
  error: unknown
}

const nothing: Following = { run: null, isConnected: true, error: null }

type LiveRunOptions = {
  api: Stoa
  threadId: string
  /** As they are stored, newest first. */
  runs: readonly ThreadRun[] | undefined
  /** Reads again what is stored; false where that failed. */
  reload(): Promise<boolean>
}

/** The run of a thread that is active, followed as it happens; the first of several. */
export function useLiveRun({ api, threadId, runs, reload }: LiveRunOptions): Following {
  const [following, setFollowing] = useState(nothing)
  const latest = useRef(reload)
  latest.current = reload
  const runId = runs?.findLast(isOpen)?.run_id ?? null
  useEffect(() => {
    if (runId === null) return
    const line = new AbortController()
    const ended = () => line.signal.aborted || setFollowing(nothing)
    // What was shown is replaced by what is stored, and not before that is there.
    const readStored = async () => {
      while (!(await latest.current())) await wait(retryMs, line.signal)
    }
    follow({ api, threadId, runId, signal: line.signal, setFollowing })
      .then(readStored)
      .then(ended)
      .catch((error) => line.signal.aborted || setFollowing((before) => ({ ...before, error })))
    return () => line.abort()
  }, [api, threadId, runId])
  return following.run === null || following.run.runId === runId || following.error !== null
    ? following
    : nothing
}

type FollowOptions = {
  api: Stoa
  threadId: string
  runId: string
  signal: AbortSignal
  setFollowing(change: (before: Following) => Following): void
}

/** Events in quick succession are rendered together. */
async function follow({ api, threadId, runId, signal, setFollowing }: FollowOptions): Promise<void> {
  const waiting: LiveEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting.splice(0)
    setFollowing((before) => ({ ...before, run: events.reduce(afterEvent, before.run ?? newLiveRun(runId)) }))
  }
  const onConnectionChange = (isConnected: boolean) =>
    setFollowing((before) => (before.isConnected === isConnected ? before : { ...before, isConnected }))
  setFollowing(() => ({ ...nothing, run: newLiveRun(runId) }))
  try {
    for await (const event of joinRun(api, threadId, runId, { signal, onConnectionChange })) {
      waiting.push(event)
      timer ??= setTimeout(draw, renderIntervalMs)
    }
  } finally {
    if (signal.aborted) clearTimeout(timer)
    else draw()
  }
}
