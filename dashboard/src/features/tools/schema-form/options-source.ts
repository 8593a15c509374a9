import type { FieldOptions } from '@stoa/sdk'
import { createContext, useContext } from 'react'
import { useRead } from '../../../project.ts'
import { toolPath } from '../tools-api.ts'

/** The context of dynamic options: tool, end user, account and the values so far. */
export type OptionsSource = {
  toolSlug: string
  user: string
  accountId: string
  /** Empty for the newest. */
  version: string
  values: Record<string, unknown>
}

export const OptionsContext = createContext<OptionsSource | null>(null)

/** What the service offers for a field. Another account or another value that it depends on is another question. */
export function useFieldOptions(
  field: string,
  dependsOn: readonly string[],
  search: string,
  isEnabled: boolean,
) {
  const source = useContext(OptionsContext)
  const chosen = Object.fromEntries(
    dependsOn.flatMap((name) => {
      const value = source?.values[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const missing = dependsOn.filter((name) => !(name in chosen))
  const { toolSlug = '', user = '', accountId = '', version = '' } = source ?? {}
  const question = [toolSlug, user.trim(), accountId, version, field, chosen] as const
  const query = useRead<FieldOptions>(
    ['tool-options', ...question, search],
    (api, signal) =>
      (user.trim() ? api.as(user.trim()) : api).post(`${toolPath}/options`, {
        params: { id: toolSlug },
        body: {
          field,
          search,
          chosen,
          ...(accountId ? { connectedAccountId: accountId } : {}),
          ...(version ? { version } : {}),
        },
        signal,
      }),
    { isEnabled: isEnabled && source !== null },
  )
  return { ...query, missing, questionKey: JSON.stringify(question) }
}
