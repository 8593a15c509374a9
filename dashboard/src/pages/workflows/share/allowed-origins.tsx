import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { projectPath } from './share-api.ts'
import { originsIn } from './snippets.ts'

/** From which pages chat tokens of the project can be used. */
export function AllowedOrigins({ origins }: { origins: readonly string[] }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ allowedOrigins: origins.join('\n') })
  const save = form.submit(async ({ allowedOrigins }) => {
    await api.patch(projectPath, { body: { allowedOrigins: originsIn(allowedOrigins) } })
    toasts.success('Saved')
    await refresh(['project'])
  })
  return (
    <form className="form" noValidate onSubmit={save}>
      <AreaField
        {...form.bind('allowedOrigins')}
        label="Allowed origins"
        rows={2}
        isMono
        hint="One on each line, such as https://app.example.com. They apply to all agents of the project."
      />
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <span>
        <Button type="submit" isBusy={form.isBusy}>
          Save origins
        </Button>
      </span>
    </form>
  )
}
