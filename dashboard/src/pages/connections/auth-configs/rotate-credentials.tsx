import type { AuthConfig } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { CredentialFields, filledIn } from '../../../features/connections/auth-configs/credential-fields.tsx'
import { configPath, configsPath } from '../../../features/connections/connections-api.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'

/** New values beside the old ones: nothing stops when they turn out to be wrong. */
export function RotateCredentials({ config, onClose }: { config: AuthConfig; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({})
  const [values, setValues] = useState<Record<string, string>>({})
  const { data, error } = useRead(['auth-fields', config.toolkit.slug], (client, signal) =>
    client.get(`${configsPath}/fields`, { query: { toolkitSlug: config.toolkit.slug }, signal }),
  )
  const scheme = data?.schemes.find(({ authScheme }) => authScheme === config.authScheme)
  const rotate = form.submit(async () => {
    await api.patch(configPath, { params: { id: config.id }, body: { credentials: filledIn(values) } })
    toasts.success('Credentials staged. Test them to activate.')
    await refresh(['auth-configs'])
    onClose()
  })
  return (
    <FormDialog
      title="Rotate credentials"
      submitLabel="Stage credentials"
      form={form}
      onSubmit={rotate}
      onClose={onClose}
    >
      <p className="muted">
        Accounts keep using the current values until a test or token refresh succeeds with the new ones. Leave
        fields empty to keep their values.
      </p>
      {error && <ErrorAlert error={error} />}
      {!scheme ? (
        <SkeletonLines count={2} />
      ) : (
        <CredentialFields
          fields={[...scheme.authConfigCreation.required, ...scheme.authConfigCreation.optional].map(
            (field) => ({ ...field, default: null, required: false }),
          )}
          values={values}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
        />
      )}
    </FormDialog>
  )
}
