import type { AgentShare, Workflow } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { CopyButton } from '../../../components/actions/copy-button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Checkbox, TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { updatePath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'
import { usePutWorkflow } from '../use-workflow.ts'
import { sharePath } from './share-api.ts'

type PublicPageProps = { workflow: Workflow; share: AgentShare }

/** A page of the agent for everyone who has its link, within limits. */
export function PublicPage({ workflow, share }: PublicPageProps) {
  const { id, isPublic, revision, isOwn } = workflow
  const api = useApiAs()
  const put = usePutWorkflow()
  const refresh = useRefresh()
  const form = useForm({
    isEnabled: String(share.isEnabled),
    messagesPerVisitor: String(share.messagesPerVisitor),
    creditsPerDay: String(share.creditsPerDay),
  })
  const isOn = form.values.isEnabled === 'true'
  const save = form.submit(async ({ messagesPerVisitor, creditsPerDay }) => {
    // Visitors are end users of the project too: the agent has to be public for them.
    if (isOn && !isPublic)
      put(await api.patch(updatePath, { params: { id }, body: { isPublic: true }, ifMatch: revision }))
    await api.patch(sharePath, {
      params: { agentId: id },
      body: {
        isEnabled: isOn,
        messagesPerVisitor: requiredNumber('messagesPerVisitor', messagesPerVisitor),
        creditsPerDay: requiredNumber('creditsPerDay', creditsPerDay),
      },
    })
    toasts.success(isOn ? 'The page is public' : 'The page is off')
    await refresh(['share', id], ['workflows'])
  })
  return (
    <form className="form" noValidate onSubmit={save}>
      <Checkbox
        label="Public page"
        hint="Everyone who has the link can chat with the agent, without signing in. They approve nothing and upload nothing."
        isOn={isOn}
        onChange={(value) => form.set({ isEnabled: String(value) })}
      />
      {isOn && (
        <>
          <TextField
            {...form.bind('messagesPerVisitor')}
            type="number"
            label="Messages per visitor per day"
          />
          <TextField
            {...form.bind('creditsPerDay')}
            type="number"
            label="Credits per day, all visitors"
            hint="No further run is started once they are used."
          />
        </>
      )}
      {share.isEnabled && (
        <p className="row">
          <a href={share.url} target="_blank" rel="noopener">
            {share.url}
          </a>
          <CopyButton text={share.url} />
        </p>
      )}
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <span>
        <Button type="submit" isBusy={form.isBusy} disabled={!isOwn}>
          Save page
        </Button>
      </span>
    </form>
  )
}
