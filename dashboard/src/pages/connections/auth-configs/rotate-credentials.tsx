import type { AuthConfig } from '@stoa/sdk'
import { useState } from 'react'
import { Failure } from '../../../parts/failure.tsx'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useForm } from '../../../parts/use-form.ts'
import { useProject, useRead, useRefresh } from '../../../project.tsx'
import { configPath, configsPath } from '../connection-paths.ts'
import { CredentialFields, filledIn } from './credential-fields.tsx'

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
    toasts.tell('Credentials staged. Test them to activate.')
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
      {error && <Failure error={error} />}
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
