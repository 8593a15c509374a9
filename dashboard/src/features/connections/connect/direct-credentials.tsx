import { useEffect } from 'react'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Checkbox } from '../../../components/form/field.tsx'
import { useRead } from '../../../project.ts'
import { CredentialGroup } from '../auth-configs/credential-fields.tsx'
import { configsPath } from '../connections-api.ts'
import type { ConfigChoice } from './use-config-choices.ts'
import type { CredentialDraft } from './use-credentials.ts'

type DirectProps = { choice: ConfigChoice; direct: CredentialDraft; errors: ReadonlyMap<string, string> }

/** What the API says that an account of this service brings. */
export function DirectCredentials({ choice, direct, errors }: DirectProps) {
  const { toolkitSlug, authScheme } = choice
  const { data, error, refetch } = useRead(['auth-fields', toolkitSlug], (api, signal) =>
    api.get(`${configsPath}/fields`, { query: { toolkitSlug }, signal }),
  )
  useEffect(() => direct.clear, [])
  if (error && !data) return <ErrorAlert error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonLines count={3} />
  const scheme = data.schemes.find((each) => each.authScheme === authScheme)
  return (
    <>
      {scheme && (
        <CredentialGroup
          group={scheme.connectedAccountInitiation}
          values={direct.values}
          onChange={direct.change}
          errorOf={(name) => errors.get(name)}
        />
      )}
      <Checkbox
        name="validate"
        label="Verify credentials with the service"
        hint="Only if the service supports it."
        isOn={direct.isValidated}
        onChange={direct.setValidated}
      />
    </>
  )
}
