import type { ConnectedAccount, Stoa } from '@stoa/sdk'
import { addresses } from '../../addresses.ts'
import { filesOf, ownerHeaders } from '../files/files-api.ts'

export const accountsPath = '/api/v1/connected_accounts'
export const accountPath = '/api/v1/connected_accounts/{id}'
export const linkPath = '/api/v1/connected_accounts/link'
export const configsPath = '/api/v1/auth_configs'
export const configPath = '/api/v1/auth_configs/{id}'

export const accountAddress = ({ id }: Pick<ConnectedAccount, 'id'>) =>
  addresses.connection.replace('{id}', id)
export const configAddress = (id: string) => addresses.authConfig.replace('{id}', id)

/** Everybody's accounts for an admin; for others the server keeps to those of the project. */
export const accountsOf = (api: Stoa, user?: string): Stoa => filesOf(api, user)
export const accountHeaders = (user?: string) => ownerHeaders(user)
