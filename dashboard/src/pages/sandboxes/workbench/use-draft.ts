import type { SandboxExecutionResult } from '@stoa/sdk'
import { examples } from '../../../features/sandboxes/languages.ts'
import type { RunRequest } from '../../../features/sandboxes/workbench/run-request.ts'
import type { Run } from '../../../features/sandboxes/workbench/use-run.ts'
import { useKept } from '../../../state/use-memory-state.ts'
import { useTabKept } from '../../../state/use-tab-state.ts'
import { type Draft, type PastRun, revivedDraft, revivedRuns } from './saved-draft.ts'

const mostRuns = 8

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
  const { value: draft, change: setDraft } = useTabKept(`draft ${name}`, firstDraft, (kept) =>
    revivedDraft(kept, firstDraft),
  )
  const { value: runs, change: setRuns } = useTabKept(`runs ${name}`, noRuns, revivedRuns)
  const [lastRun, setLastRun] = useKept<Run | null>(`last run ${name}`, null)
  return {
    draft,
    runs,
    lastRun,
    change: (patch: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setDraft((before) => ({ ...before, ...(typeof patch === 'function' ? patch(before) : patch) })),
    keepLast: (run: Run) => setLastRun(() => run),
    remember: (request: RunRequest, result: SandboxExecutionResult) =>
      setRuns((before) =>
        // Of output that nobody looks at again nothing is kept; the record has it.
        [
          {
            request,
            result: { ...result, stdout: '', stderr: '', result: null },
            at: new Date().toISOString(),
          },
          ...before,
        ].slice(0, mostRuns),
      ),
  }
}
