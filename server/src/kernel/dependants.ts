import type { Queryable } from './db/db.ts'
import type { Scope } from './scope.ts'

/** Something of an area above that stops working without what is to be deleted. */
export type Dependant = { type: string; id: string; name: string }

/** All of them are counted; only those that the caller can see are named. */
export type Dependants = { count: number; named: readonly Dependant[] }

/** Lists what depends on one thing of the area that it is registered with, by the id or slug of that thing. */
export type ListDependants = (q: Queryable, scope: Scope, id: string) => Promise<Dependants>

/** What all of these areas list. */
export async function listAll(
  lists: readonly ListDependants[],
  q: Queryable,
  scope: Scope,
  id: string,
): Promise<Dependants> {
  const found: Dependants[] = []
  for (const list of lists) found.push(await list(q, scope, id))
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    named: found.flatMap(({ named }) => named),
  }
}

const mostNames = 5

/** For the message of a refusal: `Active workflows use it: Invoices, Greeting and 3 more`. */
export function inUseMessage({ count, named }: Dependants): string {
  const names = named.slice(0, mostNames).map(({ name }) => name)
  if (names.length === 0) return `Active workflows of other end users use it: ${count}`
  const more = count - names.length
  return `Active workflows use it: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
