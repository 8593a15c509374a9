import type { ConnectedAccount } from '@stoa/sdk'
import { Avatar } from '../../components/text/avatar.tsx'
import './connections.css'

export const AccountName = ({
  account: { toolkit, label },
}: {
  account: Pick<ConnectedAccount, 'toolkit' | 'label'>
}) => (
  <span className="account-name">
    <Avatar name={toolkit.name} size="small" />
    <span>
      <span className="truncate">{label}</span>
      <span className="muted small truncate">{toolkit.name}</span>
    </span>
  </span>
)
