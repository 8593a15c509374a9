import type { AuthConfig } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chips, Status } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { accountUrl, configPath } from '../../../features/connections/connections-api.ts'
import { useRead } from '../../../project.ts'

/** Accounts that granted fewer scopes than are required now. */
export function Drift({ config }: { config: AuthConfig }) {
  const { data, error, refetch } = useRead(['auth-configs', 'drift', config.id], (api, signal) =>
    api.get(`${configPath}/drift`, { params: { id: config.id }, signal }),
  )
  return (
    <Card title="Scope drift">
      {error && !data ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines count={2} />
      ) : data.accounts.length === 0 ? (
        <Status kind="good">All accounts have the required scopes</Status>
      ) : (
        <>
          <Status kind="warn">
            {data.accounts.length} of {data.totalAccounts} accounts are missing scopes
          </Status>
          <ul className="check-list">
            {data.accounts.map(({ id, label, missingScopes }) => (
              <li key={id}>
                <Link to={accountUrl({ id })}>{label}</Link>
                <Chips items={missingScopes} none="" />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
