import type { ConnectedAccount } from '@stoa/sdk'
import { Facts } from '../../parts/page.tsx'
import { ProbeDialog } from '../../parts/probe-dialog.tsx'
import { Status } from '../../parts/status.tsx'
import { useProject, useRefresh } from '../../project.tsx'
import { accountPath, accountsOf } from './connection-paths.ts'

export function TestAccount({ account, onClose }: { account: ConnectedAccount; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const ask = async () => {
    const outcome = await accountsOf(api).post(`${accountPath}/test`, { params: { id: account.id } })
    await refresh(['accounts'], ['account', account.id])
    return outcome
  }
  return (
    <ProbeDialog title={`Test ${account.label}`} ask={ask} onClose={onClose}>
      {({ isWorking, message, identity }) => (
        <div className="stack connect-state" role="status">
          <Status kind={isWorking ? 'good' : 'bad'}>{message}</Status>
          {identity && (
            <Facts
              facts={[
                ['Email', identity.email ?? 'unknown'],
                ['Username', identity.username ?? 'unknown'],
              ]}
            />
          )}
        </div>
      )}
    </ProbeDialog>
  )
}
