import type { Stoa } from '@stoa/sdk'
import { joinRun } from '../../features/chat/join-run.ts'
import { afterEvent, type LiveRun, newLiveRun } from '../../features/chat/transcript/live-run.ts'

export type FollowOptions = {
  api: Stoa
  threadId: string
  runId: string
  signal: AbortSignal
  onLive(run: LiveRun): void
  onConnectionChange(isConnected: boolean): void
}

// A fast model says more words a second than a page can be drawn.
const drawEveryMs = 50

/** Shows a run as it happens, from its first event, until it has ended or waits for a human. */
export async function followRun(options: FollowOptions): Promise<void> {
  const { api, threadId, runId, signal, onLive, onConnectionChange } = options
  let run = newLiveRun(runId)
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    timer = undefined
    if (!signal.aborted) onLive(run)
  }
  draw()
  try {
    for await (const event of joinRun(api, threadId, runId, { signal, onConnectionChange })) {
      run = afterEvent(run, event)
      timer ??= setTimeout(draw, drawEveryMs)
    }
  } finally {
    clearTimeout(timer)
    draw()
  }
}
