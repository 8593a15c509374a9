import { AppError } from '../../../kernel/errors.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { AuthScheme, ToolkitEntry, Toolkits } from '../../toolkits/index.ts'
import type { Identity } from '../schema/account.ts'
import { identityOf } from './oauth/tokens.ts'
import type { SecretValues } from './secrets.ts'

const timeoutMs = 15_000
const maxBytes = 1024 * 1024

export type Probed =
  | { outcome: 'works'; identity: Identity | null }
  | { outcome: 'refused'; status: number; message: string }
  | { outcome: 'unknown'; message: string }

export type LocalProbe = (toolkitSlug: string, values: SecretValues) => Promise<Probed> | null

export type ProbeDeps = { outbound: Outbound; toolkits: Pick<Toolkits, 'sign'>; local: LocalProbe }

/** Reads the identity of the account from the service, with a call that every account may make. */
export const createProbe =
  ({ outbound, toolkits, local }: ProbeDeps) =>
  async (toolkit: ToolkitEntry, scheme: AuthScheme, values: SecretValues): Promise<Probed> => {
    const localResult = local(toolkit.slug, values)
    if (localResult) return localResult
    if (toolkit.baseUrl === null || toolkit.currentUserPath === null)
      return { outcome: 'unknown', message: `${toolkit.name} has no endpoint to verify an account` }
    const url = `${toolkit.baseUrl.replace(/\/+$/, '')}/${toolkit.currentUserPath.replace(/^\/+/, '')}`
    try {
      const signed = toolkits.sign(
        { url, headers: { accept: 'application/json' } },
        { connectedAccountId: null, scheme, values, allowedHosts: scheme.allowedHosts },
      )
      const response = await outbound.request({ ...signed, timeoutMs, maxBytes, maxRedirects: 2 })
      const text = await response.text()
      if (response.status === 401 || response.status === 403)
        return {
          outcome: 'refused',
          status: response.status,
          message: `${toolkit.name} rejected the credentials with status ${response.status}`,
        }
      if (response.status >= 300)
        return { outcome: 'unknown', message: `${toolkit.name} responded with status ${response.status}` }
      return { outcome: 'works', identity: identityOf(parse(text)) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { outcome: 'unknown', message: error.message }
    }
  }

export type Probe = ReturnType<typeof createProbe>

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
