import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Turn } from '../../../agents/index.ts'
import { findOwnerOf } from '../../store/delegate.ts'
import type { ToolOrigin } from '../effects/effects.ts'

type OwnerConnections = NonNullable<Turn['agent']['tools']>['visitorOwnerConnections']

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Which tools the users of an agent may use with the accounts of its owner: those that the agent names, and no others. Gives
 * the owner; null for a tool that is not granted, and for the owner, who uses these accounts anyway.
 */
export function createOwnerGrants(
  q: Queryable,
  scope: Scope,
  workflowId: string,
  { enabled = false, toolkits = [] }: NonNullable<OwnerConnections> = {},
): NonNullable<ToolOrigin['grantedBy']> {
  let owner: Promise<string | null> | null = null
  return async ({ slug, toolkitSlug }) => {
    const isGranted =
      enabled &&
      toolkits.some(
        (each) =>
          isSame(each.toolkitSlug, toolkitSlug) &&
          (each.toolSlugs === undefined || each.toolSlugs.some((tool) => isSame(tool, slug))),
      )
    if (!isGranted) return null
    owner ??= findOwnerOf(q, scope, workflowId)
    const ownerId = await owner
    return ownerId === scope.externalUser.id ? null : ownerId
  }
}
