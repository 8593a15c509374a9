import type { SandboxExecution } from '@stoa/sdk'
import { useEffect } from 'react'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Page } from '../../components/layout/page.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import {
  ephemeralPath,
  executionPath,
  sessionsPath,
  workspaceKey,
} from '../../features/sandboxes/sandbox-paths.ts'
import { callOf, type Draft } from '../../features/sandboxes/workbench/run-request.ts'
import { useFilters } from '../../filters.ts'
import { useRead, useRefresh } from '../../project.ts'
import { PlaygroundOptions } from './playground-options.tsx'
import { SandboxTabs } from './sandbox-tabs.tsx'
import { CreateSession } from './sessions/create-session.tsx'
import { useDraft } from './workbench/use-draft.ts'
import { Workbench } from './workbench/workbench.tsx'

export function PlaygroundPage() {
  const { filters, set } = useFilters()
  const saved = useDraft('playground')
  const refresh = useRefresh()
  const sessionId = filters.session ?? null
  const failure = useImportedExecution(filters.execution, saved.change)
  return (
    <Page
      title="Sandbox"
      about="Run JavaScript or Python in an isolated sandbox with resource limits and logging."
      calls={[
        { title: 'Run this', call: callOf(saved.draft, sessionId) },
        {
          title: 'Run one-off',
          call: { method: 'POST', path: ephemeralPath, body: { language: 'python', source: 'return 1 + 1' } },
        },
        {
          title: 'Create a session',
          call: { method: 'POST', path: sessionsPath },
        },
      ]}
    >
      <SandboxTabs />
      {failure !== null && <ErrorAlert error={failure} />}
      <Workbench
        saved={saved}
        sessionId={sessionId}
        options={
          <PlaygroundOptions
            draft={saved.draft}
            change={saved.change}
            sessionId={sessionId}
            onSession={(session) => set({ session })}
            onCreate={() => set({ new: '1' })}
          />
        }
        onEnd={() => void refresh(['sandbox'], ...(sessionId === null ? [] : [workspaceKey(sessionId)]))}
      />
      {filters.new !== undefined && (
        <CreateSession
          onClose={() => set({ new: undefined })}
          onCreated={({ id }) => set({ new: undefined, session: id })}
        />
      )}
    </Page>
  )
}

/** Loads the source of an execution from the URL into the editor, once. */
function useImportedExecution(
  id: string | undefined,
  change: (patch: (before: Draft) => Partial<Draft>) => void,
): unknown {
  const { set } = useFilters()
  const { data, error } = useRead(
    ['sandbox', 'execution', id],
    (api, signal) => actAs(api).get(executionPath, { params: { executionId: id! }, signal }),
    { isEnabled: id !== undefined },
  )
  // Only what is named starts it: the draft changes with every letter.
  useEffect(() => {
    if (id === undefined || data?.id !== id) return
    change((before) => draftOf(data, before))
    set({ execution: undefined })
  }, [id, data])
  return id === undefined ? null : error
}

const draftOf = ({ language, source, state, receipt }: SandboxExecution, before: Draft): Partial<Draft> => ({
  language,
  sources: { ...before.sources, [language]: source ?? '' },
  state: state === null ? '' : JSON.stringify(state, null, 2),
  timeoutMs: String(receipt.limits.timeoutMs),
  hosts: receipt.egress.allowedHosts.join(', '),
})
