import type { AuthConfig } from '@stoa/sdk'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { AreaField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { configPath } from '../../../features/connections/connections-api.ts'
import { useProject, useRefresh } from '../../../project.ts'

const linesOf = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean)

export function EditConfig({ config, onClose }: { config: AuthConfig; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({
    displayName: config.displayName ?? '',
    scopes: config.scopes.join('\n'),
    restrictToFollowingTools: config.restrictToFollowingTools.join('\n'),
    allowedCallbackUrls: config.allowedCallbackUrls.join('\n'),
  })
  const save = form.submit(async (texts) => {
    await api.patch(configPath, {
      params: { id: config.id },
      body: {
        displayName: texts.displayName.trim() || null,
        scopes: linesOf(texts.scopes),
        restrictToFollowingTools: linesOf(texts.restrictToFollowingTools),
        allowedCallbackUrls: linesOf(texts.allowedCallbackUrls),
      },
    })
    await refresh(['auth-configs'])
    onClose()
  })
  return (
    <FormDialog title="Edit auth config" submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      <TextField {...form.bind('displayName')} label="Name" placeholder={config.name} hasInitialFocus />
      <AreaField
        {...form.bind('scopes')}
        label="Scopes"
        rows={5}
        isMono
        hint="One per line. Existing accounts keep working; those with missing scopes are listed under Scope drift."
      />
      <AreaField
        {...form.bind('restrictToFollowingTools')}
        label="Allowed tools"
        isMono
        hint="Slugs, one per line. Leave empty to allow all tools."
      />
      <AreaField
        {...form.bind('allowedCallbackUrls')}
        label="Allowed return URLs"
        isMono
        placeholder="https://app.example.com/connected"
        hint="Where users are redirected after consent. Must match exactly."
      />
    </FormDialog>
  )
}
