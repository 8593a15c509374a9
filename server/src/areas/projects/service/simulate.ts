import { isPermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Access } from '../../../kernel/http/endpoint.ts'
import type { ApiKey, SimulateBody, Simulation } from '../schema.ts'

/** What an endpoint requires of its caller; null when there is no endpoint for that method and path. */
export type AccessRule = {
  access: Access
  permission: string | null
  isAdminOnly: boolean
  isOperatorOnly: boolean
} | null

/** Says whether a key could make a call, and which rule decides, without making it. */
export function simulate(key: ApiKey, { method, path }: SimulateBody, rule: AccessRule): Simulation {
  const verdict = (allowed: boolean, text: string): Simulation => ({
    allowed,
    rule: text,
    requiredScope: rule?.permission ?? null,
  })
  if (rule === null) return verdict(false, `There is no endpoint ${method} ${path}.`)
  if (key.state === 'revoked' || key.state === 'expired') return verdict(false, `The key is ${key.state}.`)
  if (rule.access === 'public') return verdict(true, 'The endpoint is public.')
  if (rule.access === 'session')
    return verdict(false, 'The endpoint is for people signed in at the dashboard.')
  if (rule.permission !== null && !isPermitted(key.scopes, rule.permission)) {
    return verdict(false, `The key lacks the scope ${rule.permission}.`)
  }
  if (rule.isAdminOnly && key.role !== 'admin')
    return verdict(false, 'The endpoint is for admins and the key is a member.')
  if (rule.isOperatorOnly && !key.isOperator)
    return verdict(false, 'The endpoint is for the operator and the key is not an operator key.')
  return verdict(
    true,
    key.scopes.length === 0
      ? `The key has every scope of its role, ${key.role}.`
      : `The key has the scope ${rule.permission}.`,
  )
}
