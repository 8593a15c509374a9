import type { SandboxExecutionResult } from '@stoa/sdk'
import { useKept } from '../../../parts/use-kept.ts'
import { examples } from '../languages.ts'
import type { Draft, RunRequest } from './run-request.ts'

export type PastRun = { request: RunRequest; result: SandboxExecutionResult; at: string }

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

/** What is written in one workbench, and what was run there since the window was opened. */
export function useDraft(name: string) {
  const [draft, setDraft] = useKept(`draft ${name}`, firstDraft)
  const [runs, setRuns] = useKept(`runs ${name}`, noRuns)
  return {
    draft,
    runs,
    change: (patch: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setDraft((before) => ({ ...before, ...(typeof patch === 'function' ? patch(before) : patch) })),
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
