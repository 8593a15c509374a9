import type { AgentSpec } from '../schema/spec.ts'

export type Access = 'read' | 'write' | 'delete'
export type DatabaseAccess = ReadonlyMap<string, ReadonlySet<Access>>

const all: readonly Access[] = ['read', 'write', 'delete']

/**
 * What an agent may do with its collections, as its policies say: `{<collectionId>: 'read' | 'write' | {read, write,
 * delete}}`. A collection without a policy can be read.
 */
export const databaseAccessOf = ({
  databaseCollectionIds: ids = [],
  databaseAccessPolicies: policies = {},
}: AgentSpec): DatabaseAccess =>
  new Map(ids.map((id) => [id, new Set(all.filter((access) => allows(policies[id], access)))]))

function allows(policy: unknown, access: Access): boolean {
  if (policy === undefined) return access === 'read'
  if (typeof policy === 'string')
    return policy === 'write' ? access !== 'delete' : policy === 'read' && access === 'read'
  const input = (policy ?? {}) as Record<string, unknown>
  return input[access] === true || (access === 'read' && input.read === undefined)
}

/** What both allow. */
export const commonAccess = (inner: DatabaseAccess, outer: DatabaseAccess): DatabaseAccess =>
  new Map(
    [...inner].flatMap(([id, own]) => {
      const theirs = outer.get(id)
      return theirs ? [[id, new Set([...own].filter((access) => theirs.has(access)))] as const] : []
    }),
  )

/** The fields of an agent that say the same. */
export const toPolicies = (
  access: DatabaseAccess,
): Pick<AgentSpec, 'databaseCollectionIds' | 'databaseAccessPolicies'> => ({
  databaseCollectionIds: [...access.keys()],
  databaseAccessPolicies: Object.fromEntries(
    [...access].map(([id, allowed]) => [
      id,
      Object.fromEntries(all.map((each) => [each, allowed.has(each)])),
    ]),
  ),
})
