import type { Endpoint } from './kernel/http/endpoint.ts'
import { createRouteTable } from './kernel/http/route-table.ts'

/** The endpoints are known only when every area is made; these look at the list when they are called. */
export function describeAccess(endpoints: readonly Endpoint[]) {
  return {
    knownPermissions: () => [...new Set(endpoints.flatMap(({ permission }) => permission ?? []))].sort(),
    accessRule(method: string, path: string) {
      const found = endpoints.find(
        (each) => each.method === method && createRouteTable([each]).methodsOf(path).length > 0,
      )
      return found
        ? {
            access: found.access,
            permission: found.permission ?? null,
            isAdminOnly: found.adminOnly === true,
            isOperatorOnly: found.operatorOnly === true,
          }
        : null
    },
  }
}
