import type { ConnectedAccount } from '@stoa/sdk'
import { ServiceLogo } from '../toolkits/logos/service-logo.tsx'
import './connections.css'

export const AccountName = ({
  account: { toolkit, label },
}: {
  account: Pick<ConnectedAccount, 'toolkit' | 'label'>
}) => (
  <span className="account-name">
    <ServiceLogo slug={toolkit.slug} name={toolkit.name} size="small" />
    <span>
      <span className="truncate">{label}</span>
      <span className="muted small truncate">{toolkit.name}</span>
    </span>
  </span>
)
