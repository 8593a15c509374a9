import { AppError } from '../../errors.ts'
import { resolveScope } from '../auth/acting-user.ts'
import { authorize } from '../auth/authorize.ts'
import { readCredentials } from '../auth/credentials.ts'
import type { Identity } from '../auth/identity.ts'
import { actingHeaders, type Call } from '../call.ts'
import type { OpenRequest } from './open-streams.ts'

/** A long-running request, so that it can be ended when its caller loses access. */
export function openRequestOf(
  { endpoint, request, input, scope }: Call,
  identity: Identity,
  canResume: boolean,
): OpenRequest {
  const { principal, headers, method, client } = request
  return {
    owners: principal ? [principal.rateKey, scope.externalUser.id] : ['public'],
    controller: input.controller,
    canResume,
    async findRefusal() {
      if (!principal) return null
      try {
        const now = await identity.authenticate(readCredentials(headers, method, client.ip))
        authorize(endpoint, now)
        await resolveScope(identity, now, { ...endpoint, isRead: true }, actingHeaders(request))
        return null
      } catch (error) {
        // An unavailable database does not revoke access.
        return error instanceof AppError && [401, 403, 404].includes(error.status) ? error : null
      }
    },
  }
}
