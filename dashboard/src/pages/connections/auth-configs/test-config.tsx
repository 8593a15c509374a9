import type { AuthConfig } from '@stoa/sdk'
import { ProbeDialog } from '../../../components/dialog/probe-dialog.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { configPath } from '../../../features/connections/connections-api.ts'
import { useProject, useRefresh } from '../../../project.ts'

const kinds = { passed: 'good', failed: 'bad', skipped: 'off' } as const

/** Every check with what came of it. */
export function TestConfig({ config, onClose }: { config: AuthConfig; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const ask = async () => {
    const outcome = await api.post(`${configPath}/test`, { params: { id: config.id } })
    await refresh(['auth-configs'])
    return outcome
  }
  return (
    <ProbeDialog title={`Test ${config.displayName ?? config.name}`} ask={ask} onClose={onClose}>
      {({ isPassed, isPromoted, checks }) => (
        <div className="stack" role="status">
          <Status kind={isPassed ? 'good' : 'bad'}>{isPassed ? 'Passed' : 'Failed'}</Status>
          {isPromoted && <Status kind="good">The new credentials are now active</Status>}
          <ul className="check-list">
            {checks.map(({ name, outcome, message }) => (
              <li key={name}>
                <Status kind={kinds[outcome]}>
                  <code>{name}</code> {outcome}
                </Status>
                <span className="muted">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ProbeDialog>
  )
}
