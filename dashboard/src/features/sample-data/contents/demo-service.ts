import { isStoaError, type Stoa } from '@stoa/sdk'
import { accountPath, accountsPath, configPath, configsPath } from '../../connections/connections-api.ts'

const toolkitSlug = 'demo'
const configName = 'Sample: demo service'
const most = 100

/** A connected account of the service that is part of the server. Auth configs belong to the project, not to a user. */
export async function addDemoAccount(sample: Stoa): Promise<void> {
  const { id } = await sample.post(configsPath, {
    body: {
      toolkit: { slug: toolkitSlug },
      authConfig: { type: 'use_provider_managed_auth', displayName: configName },
    },
  })
  await sample.post('/api/v1/connected_accounts/demo', { body: { authConfigId: id } })
}

export async function removeDemoAccount(sample: Stoa): Promise<void> {
  const query = { toolkitSlug: [toolkitSlug], q: configName, showDisabled: true, limit: most }
  const configs = await sample.get(configsPath, { query })
  for (const { id, displayName } of configs) {
    if (displayName !== configName) continue
    const accounts = await sample.get(accountsPath, { query: { authConfigIds: [id], limit: most } })
    for (const account of accounts) await sample.delete(accountPath, { params: { id: account.id } })
    await sample.delete(configPath, { params: { id } }).catch((error: unknown) => {
      // Others have connected accounts with it, which are not part of the sample.
      if (!(isStoaError(error) && error.code === 'auth_config_in_use')) throw error
    })
  }
}
