import type { ConnectedAccount } from '@stoa/sdk'
import { ProbeDialog } from '../../components/dialog/probe-dialog.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { DescriptionList } from '../../components/layout/page.tsx'
import { useProject, useRefresh } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { accountPath } from './connections-api.ts'

export function TestAccount({ account, onClose }: { account: ConnectedAccount; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const ask = async () => {
    const outcome = await actAs(api).post(`${accountPath}/test`, { params: { id: account.id } })
    await refresh(['accounts'], ['account', account.id])
    return outcome
  }
  return (
    <ProbeDialog title={`Test ${account.label}`} ask={ask} onClose={onClose}>
      {({ isWorking, message, identity }) => (
        <div className="stack connect-state" role="status">
          <Status kind={isWorking ? 'good' : 'bad'}>{message}</Status>
          {identity && (
            <DescriptionList
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
