import type { ConnectedAccount } from '@stoa/sdk'
import { href } from '../../href.ts'
import { connectionRoutes } from '../../pages/connections/routes.ts'

export const accountsPath = '/api/v1/connected_accounts'
export const accountPath = '/api/v1/connected_accounts/{id}'
export const linkPath = '/api/v1/connected_accounts/link'
export const configsPath = '/api/v1/auth_configs'
export const configPath = '/api/v1/auth_configs/{id}'

export const accountUrl = ({ id }: Pick<ConnectedAccount, 'id'>) => href(connectionRoutes.detail, { id })
export const configUrl = (id: string) => href(connectionRoutes.authConfig, { id })
