import type { ConnectedAccount } from '@stoa/sdk'
import { addresses } from '../../addresses.ts'

export const accountsPath = '/api/v1/connected_accounts'
export const accountPath = '/api/v1/connected_accounts/{id}'
export const linkPath = '/api/v1/connected_accounts/link'
export const configsPath = '/api/v1/auth_configs'
export const configPath = '/api/v1/auth_configs/{id}'

export const accountAddress = ({ id }: Pick<ConnectedAccount, 'id'>) =>
  addresses.connection.replace('{id}', id)
export const configAddress = (id: string) => addresses.authConfig.replace('{id}', id)
