import type { Workflow } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, Checkbox, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { Card } from '../../../components/layout/page.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { updatePath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'
import { usePutWorkflow } from '../use-workflow.ts'

/** Name, description and who may run it. */
export function GeneralCard({ workflow }: { workflow: Workflow }) {
  const api = useApiAs()
  const put = usePutWorkflow()
  const refresh = useRefresh()
  const form = useForm({
    name: workflow.name,
    description: workflow.description,
    isPublic: String(workflow.isPublic),
  })
  const save = form.submit(async ({ name, description, isPublic }) => {
    const answer = await api.patch(updatePath, {
      params: { id: workflow.id },
      body: { name, description, isPublic: isPublic === 'true' },
      ifMatch: workflow.revision,
    })
    toasts.success('Saved')
    put(answer)
    await refresh(['workflows'])
  })
  return (
    <Card title="General">
      <form className="form" noValidate onSubmit={save}>
        <TextField {...form.bind('name')} label="Name" isRequired />
        <AreaField {...form.bind('description')} label="Description" rows={2} hint="Also shown to agents." />
        <Checkbox
          label="Public"
          hint="Every end user of the project can see and run it."
          isOn={form.values.isPublic === 'true'}
          onChange={(isOn) => form.set({ isPublic: String(isOn) })}
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <span>
          <Button type="submit" variant="primary" isBusy={form.isBusy} disabled={!workflow.isOwn}>
            Save
          </Button>
        </span>
      </form>
    </Card>
  )
}
