import type { ConnectedAccount } from '@stoa/sdk'
import { href } from '../../href.ts'
import { connectionAddresses } from '../../pages/connections/addresses.ts'

export const accountsPath = '/api/v1/connected_accounts'
export const accountPath = '/api/v1/connected_accounts/{id}'
export const linkPath = '/api/v1/connected_accounts/link'
export const configsPath = '/api/v1/auth_configs'
export const configPath = '/api/v1/auth_configs/{id}'

export const accountAddress = ({ id }: Pick<ConnectedAccount, 'id'>) =>
  href(connectionAddresses.detail, { id })
export const configAddress = (id: string) => href(connectionAddresses.authConfig, { id })
