import type { SandboxExecutionResult } from '@stoa/sdk'
import { examples } from '../../../features/sandboxes/languages.ts'
import type { RunRequest } from '../../../features/sandboxes/workbench/run-request.ts'
import type { Run } from '../../../features/sandboxes/workbench/use-run.ts'
import { useMemoryState } from '../../../state/use-memory-state.ts'
import { useTabState } from '../../../state/use-tab-state.ts'
import { type Draft, type PastRun, revivedDraft, revivedRuns } from './saved-draft.ts'

const runLimit = 8

const [javascript] = examples.javascript
const [python] = examples.python

const firstDraft: Draft = {
  language: 'javascript',
  sources: { javascript: javascript.source, python: python.source },
  state: javascript.state,
  timeoutMs: '',
  hosts: '',
  user: '',
}

const noRuns: readonly PastRun[] = []

/** What is written in one workbench, what was run there in this tab, and how the last run ended. */
export function useDraft(name: string) {
  const { value: draft, change: setDraft } = useTabState(`draft ${name}`, firstDraft, (saved) =>
    revivedDraft(saved, firstDraft),
  )
  const { value: runs, change: setRuns } = useTabState(`runs ${name}`, noRuns, revivedRuns)
  const [lastRun, setLastRun] = useMemoryState<Run | null>(`last run ${name}`, null)
  return {
    draft,
    runs,
    lastRun,
    change: (patch: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setDraft((before) => ({ ...before, ...(typeof patch === 'function' ? patch(before) : patch) })),
    keepLast: (run: Run) => setLastRun(() => run),
    remember: (request: RunRequest, result: SandboxExecutionResult) =>
      setRuns((before) =>
        // The output of past runs is not stored in the tab; the log has it.
        [
          {
            request,
            result: { ...result, stdout: '', stderr: '', result: null },
            at: new Date().toISOString(),
          },
          ...before,
        ].slice(0, runLimit),
      ),
  }
}
