import type { AuthConfig, AuthConfigTest } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { Status } from '../../../parts/status.tsx'
import { useProject, useRefresh } from '../../../project.tsx'
import { configPath } from '../connection-paths.ts'

const kinds = { passed: 'good', failed: 'bad', skipped: 'off' } as const

/** Asks the service as soon as it is open, and shows every check with what to do about it. */
export function TestConfig({ config, onClose }: { config: AuthConfig; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  // Which test this is: pressing again asks for another one, coming back to the window does not.
  const [begunAt, setBegunAt] = useState(() => Date.now())
  const { data, error, isFetching } = useQuery({
    queryKey: ['auth-config-test', config.id, begunAt],
    queryFn: async () => {
      const outcome = await api.post(`${configPath}/test`, { params: { id: config.id } })
      await refresh(['auth-configs'])
      return outcome
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Dialog title={`Test ${config.displayName ?? config.name}`} onClose={onClose}>
      {isFetching ? (
        <SkeletonLines count={4} />
      ) : error ? (
        <Failure error={error} />
      ) : (
        data && <Checks test={data} />
      )}
      <DialogFoot>
        <Button isBusy={isFetching} onClick={() => setBegunAt(Date.now())}>
          Test again
        </Button>
        <Button onClick={onClose} isFirst>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Checks = ({ test }: { test: AuthConfigTest }) => (
  <div className="stack" role="status">
    <Status kind={test.isPassed ? 'good' : 'bad'}>{test.isPassed ? 'Passed' : 'Not passed'}</Status>
    {test.isPromoted && <Status kind="good">The new credentials are in use from now on</Status>}
    <ul className="check-list">
      {test.checks.map(({ name, outcome, message }) => (
        <li key={name}>
          <Status kind={kinds[outcome]}>
            <code>{name}</code> {outcome}
          </Status>
          <span className="muted">{message}</span>
        </li>
      ))}
    </ul>
  </div>
)
