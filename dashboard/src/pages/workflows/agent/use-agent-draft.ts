import { isStoaError, type Workflow } from '@stoa/sdk'
import { useState } from 'react'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useUnsavedWarning } from '../../../components/form/use-unsaved-warning.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { updatePath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'
import { usePutWorkflow } from '../use-workflow.ts'
import { type AgentView, changesOf } from './agent-draft.ts'

const emptyAgent = { prompt: '', tools: { mode: 'NORMAL' } } as AgentView

const isConflict = (error: unknown) =>
  isStoaError(error) && (error.status === 412 || error.code === 'version_conflict')

/**
 * What is edited of an agent. Nothing is saved before the user says so: an active agent uses what is saved immediately.
 */
export function useAgentDraft(workflow: Workflow) {
  const api = useApiAs()
  const put = usePutWorkflow()
  const refresh = useRefresh()
  const stored = workflow.agent ?? emptyAgent
  // What the draft was made from, and the revision that it may replace.
  const [base, setBase] = useState({ agent: stored, revision: workflow.revision })
  const [agent, setAgent] = useState(stored)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const changes = changesOf(base.agent, agent)
  const isDirty = Object.keys(changes).length > 0
  useUnsavedWarning(isDirty)

  const load = (next: Workflow) => {
    setBase({ agent: next.agent ?? emptyAgent, revision: next.revision })
    setAgent(next.agent ?? emptyAgent)
    setFailure(null)
  }
  // What others save is shown where no edit would be lost.
  if (!isDirty && workflow.revision > base.revision) load(workflow)

  const save = async (revision = base.revision): Promise<number | null> => {
    if (!isDirty) return workflow.versionNumber
    setBusy(true)
    setFailure(null)
    try {
      const response = await api.patch(updatePath, {
        params: { id: workflow.id },
        body: { agent: changes },
        ifMatch: revision,
      })
      load(response)
      put(response)
      toasts.success(savedMessage(response))
      await refresh(['workflows'])
      return response.versionNumber
    } catch (error) {
      // What another user has saved is read before the choice is offered: it is what will be loaded or replaced.
      if (isConflict(error)) await refresh(['workflows'])
      setFailure(error)
      return null
    } finally {
      setBusy(false)
    }
  }
  return {
    agent,
    change: (next: AgentView) => setAgent(next),
    isDirty,
    isBusy,
    failure,
    isConflict: isConflict(failure),
    save: () => save(),
    discard: () => load(workflow),
    /** After a conflict: saves over what another user has saved, field by field. */
    saveMine: () => void save(workflow.revision),
  }
}

const savedMessage = ({ version, hasUnpublishedChanges }: Workflow) =>
  hasUnpublishedChanges ? `Saved as ${version}, not published` : `Saved as ${version}`

export type AgentDraft = ReturnType<typeof useAgentDraft>
