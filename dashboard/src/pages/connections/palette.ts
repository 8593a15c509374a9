import {
  accountPath,
  accountsPath,
  accountUrl,
  configPath,
  configsPath,
  configUrl,
} from '../../features/connections/connections-api.ts'
import { actAs } from '../../features/end-users/act-as.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { connectionRoutes } from './routes.ts'

const foundAccount = ({ id, label }: { id: string; label: string }): FoundObject => ({
  id,
  kind: 'Connected account',
  label,
  to: accountUrl({ id }),
})

type NamedConfig = { id: string; name: string; displayName: string | null }

const foundConfig = ({ id, name, displayName }: NamedConfig): FoundObject => ({
  id,
  kind: 'Auth config',
  label: displayName ?? name,
  to: configUrl(id),
})

export const entries: PaletteEntries = {
  actions: [
    { label: 'Connect an account', keywords: 'oauth', to: `${connectionRoutes.list}?new=1` },
    { label: 'Create an auth config', to: `${connectionRoutes.authConfigs}?new=1` },
  ],
  finders: [
    {
      byId: async (api, id, signal) =>
        foundAccount(await actAs(api).get(accountPath, { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await actAs(api).get(accountsPath, { query: { q, limit: paletteLimit }, signal })).map(foundAccount),
    },
    {
      byId: async (api, id, signal) => foundConfig(await api.get(configPath, { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await api.get(configsPath, { query: { q, showDisabled: true, limit: paletteLimit }, signal })).map(
          foundConfig,
        ),
    },
  ],
}
