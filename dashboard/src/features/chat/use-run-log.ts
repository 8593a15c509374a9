import type { Stoa } from '@stoa/sdk'
import { createContext, useContext } from 'react'
import { useRead } from '../../project.ts'
import { joinRun } from './join-run.ts'
import { afterEvent, newLiveRun } from './transcript/live-run.ts'

/** The thread of a conversation, and the user on whose behalf it is read. */
export const ThreadContext = createContext<{ api: Stoa; threadId: string } | null>(null)

/** A run that has ended, as its log has it: also what agents inside of the agent did, which no thread stores. */
export function useRunLog(runId: string | null, isEnabled: boolean) {
  const context = useContext(ThreadContext)
  return useRead(
    ['chat', 'run-log', runId],
    async (_, signal) => {
      let run = newLiveRun(runId!)
      const options = { signal, onConnectionChange: () => undefined }
      for await (const event of joinRun(context!.api, context!.threadId, runId!, options))
        run = afterEvent(run, event)
      return run
    },
    { isEnabled: isEnabled && context !== null && runId !== null },
  )
}
