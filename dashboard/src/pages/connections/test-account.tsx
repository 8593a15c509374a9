import type { ConnectedAccount } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Facts } from '../../parts/page.tsx'
import { SkeletonLines } from '../../parts/skeleton.tsx'
import { Status } from '../../parts/status.tsx'
import { useProject, useRefresh } from '../../project.tsx'
import { accountPath, accountsOf } from './connection-paths.ts'

/** Asks the service as soon as it is open. */
export function TestAccount({ account, onClose }: { account: ConnectedAccount; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  // Which test this is: pressing again asks for another one, coming back to the window does not.
  const [begunAt, setBegunAt] = useState(() => Date.now())
  const { data, error, isFetching } = useQuery({
    queryKey: ['account-test', account.id, begunAt],
    queryFn: async () => {
      const outcome = await accountsOf(api).post(`${accountPath}/test`, { params: { id: account.id } })
      await refresh(['accounts'], ['account', account.id])
      return outcome
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Dialog title={`Test ${account.label}`} onClose={onClose}>
      {isFetching ? (
        <SkeletonLines count={3} />
      ) : error ? (
        <Failure error={error} />
      ) : (
        data && (
          <div className="stack connect-state" role="status">
            <Status kind={data.isWorking ? 'good' : 'bad'}>{data.message}</Status>
            {data.identity && (
              <Facts
                facts={[
                  ['Email', data.identity.email ?? 'not told'],
                  ['User name', data.identity.username ?? 'not told'],
                ]}
              />
            )}
          </div>
        )
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
