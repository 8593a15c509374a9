import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { AreaField, SelectField, TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { schemeName } from '../../features/toolkits/toolkit-labels.ts'
import { toolkitsPath, toolkitUrl } from '../../features/toolkits/toolkits-api.ts'
import { useOpenCreated } from '../../filters.ts'
import { useProject, useRefresh } from '../../project.ts'

const schemes = ['API_KEY', 'BEARER_TOKEN', 'BASIC'] as const
const noAuth = 'NO_AUTH'
const noTexts = { slug: '', name: '', description: '', baseUrl: '', authSchemes: noAuth }

/** A container for custom tools, and for the credentials that they share. */
export function CreateToolkit({ onClose }: { onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const openCreated = useOpenCreated()
  const form = useForm(noTexts)
  const create = form.submit(async ({ slug, name, description, baseUrl, authSchemes }) => {
    const created = await api.post(toolkitsPath, {
      body: {
        slug: slug.trim(),
        name: name.trim(),
        description,
        ...(baseUrl.trim() ? { baseUrl: baseUrl.trim() } : {}),
        ...(authSchemes === noAuth
          ? { noAuth: true }
          : { authSchemes: [authSchemes as (typeof schemes)[number]] }),
      },
    })
    toasts.success(`${created.name} created`)
    await refresh(['toolkits'])
    void openCreated(toolkitUrl(created.slug))
  })
  return (
    <FormDialog
      title="Create a toolkit"
      submitLabel="Create toolkit"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder="Weather station"
        isRequired
        hasInitialFocus
      />
      <TextField
        {...form.bind('slug')}
        label="Slug"
        placeholder="weather-station"
        isMono
        isRequired
        hint="Lowercase letters, digits, - and _."
      />
      <AreaField {...form.bind('description')} label="Description" rows={2} />
      <TextField
        {...form.bind('baseUrl')}
        label="Base URL"
        type="url"
        placeholder="https://api.example.com/v1"
        hint="Base URL of HTTP tools. {field} is filled in from the connected account."
      />
      <SelectField
        {...form.bind('authSchemes')}
        label="Credentials"
        choices={[noAuth, ...schemes].map((value) => ({ value, label: schemeName(value) }))}
      />
    </FormDialog>
  )
}
