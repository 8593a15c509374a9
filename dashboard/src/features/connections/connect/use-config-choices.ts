import type { AuthConfig } from '@stoa/sdk'
import { useRead } from '../../../project.ts'
import { schemeName } from '../../toolkits/toolkit-labels.ts'
import { configsPath } from '../connections-api.ts'

export type ConfigChoice = {
  value: string
  label: string
  toolkitSlug: string
  authScheme: string
  /** It does not exist yet: choosing it makes it, since there is nothing to set up. */
  isPendingImport: boolean
}

// More than a list can usefully show.
const configLimit = 100

const choiceOf = ({ id, name, displayName, toolkit, authScheme }: AuthConfig): ConfigChoice => ({
  value: id,
  label: `${toolkit.name}: ${displayName ?? name} (${schemeName(authScheme)})`,
  toolkitSlug: toolkit.slug,
  authScheme,
  isPendingImport: false,
})

/** The auth configs there are; where there is none but nothing has to be set up, that one can be chosen too. */
export function useConfigChoices(toolkitSlug: string | undefined) {
  const managedSlug = toolkitSlug ?? 'demo'
  const configs = useRead(['auth-configs', 'choices', toolkitSlug], (api, signal) =>
    api.get(configsPath, { query: { toolkitSlug, limit: configLimit }, signal }),
  )
  const fields = useRead(['auth-fields', managedSlug], (api, signal) =>
    api.get(`${configsPath}/fields`, { query: { toolkitSlug: managedSlug }, signal }),
  )
  const managed = fields.data?.schemes.find(({ isProviderManaged }) => isProviderManaged)
  const hasManaged = configs.data?.some(
    ({ isProviderManaged, toolkit }) => isProviderManaged && toolkit.slug === managedSlug,
  )
  const pending: ConfigChoice[] =
    managed && fields.data && !hasManaged
      ? [
          {
            value: `ready:${managedSlug}`,
            label: `${fields.data.toolkit.name}: ready to use`,
            toolkitSlug: managedSlug,
            authScheme: managed.authScheme,
            isPendingImport: true,
          },
        ]
      : []
  return {
    error: configs.error ?? fields.error,
    retry: () => void Promise.all([configs.refetch(), fields.refetch()]),
    choices: configs.data && fields.data ? [...configs.data.map(choiceOf), ...pending] : null,
  }
}
