import type { ToolDetail, ToolExecution } from '@stoa/sdk'
import { useEffect, useRef, useState } from 'react'
import { executePath } from '../../../features/tools/tools-api.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { bodyOf, type RunDraft } from './run-request.ts'

export type ToolRun =
  | { phase: 'running'; isDryRun: boolean }
  | { phase: 'ended'; result: ToolExecution }
  /** Refused before anything was run. */
  | { phase: 'refused'; failure: unknown }
  | { phase: 'stopped' }

// The server ends a tool after five minutes at the latest.
const timeoutMs = 310_000

/** One run at a time. Leaving the page cancels it: the server cancels calls whose client disconnects. */
export function useToolRun(tool: ToolDetail) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [run, setRun] = useState<ToolRun | null>(null)
  const current = useRef<AbortController>(null)
  useEffect(() => () => current.current?.abort(), [])

  const start = async (draft: RunDraft, isDryRun: boolean): Promise<void> => {
    current.current?.abort()
    const ending = new AbortController()
    current.current = ending
    setRun({ phase: 'running', isDryRun })
    const acting = draft.user.trim() ? api.as(draft.user.trim()) : api
    try {
      const result = await acting.post(executePath, {
        params: { toolSlug: tool.slug },
        body: bodyOf(draft, tool, isDryRun),
        signal: ending.signal,
        timeoutMs,
        // A tool that was started must not be started again because its response got lost.
        retries: 0,
      })
      setRun({ phase: 'ended', result })
    } catch (failure) {
      if (current.current !== ending) return
      setRun(ending.signal.aborted ? { phase: 'stopped' } : { phase: 'refused', failure })
    }
    await refresh(['tool-runs'])
  }
  return { run, isRunning: run?.phase === 'running', start, stop: () => current.current?.abort() }
}
