import { hostIn } from '../../../kernel/net/host-in.ts'
import { toolSlugOf } from '../../../kernel/text/tool-slug.ts'
import type { ApiDocument } from '../document/api-document.ts'
import type { Json } from '../document/clean-tree.ts'
import { methods } from '../document/operation.ts'
import { entriesOf, isJson, listOf, memberOf, resolve, textOf } from '../document/pointer.ts'
import { serverIn } from '../document/servers.ts'

/**
 * A newer description of an API that is known already. Operations keep the names that tools were made of, wherever they
 * still exist; and the auth schemes stay as they were defined, because those of the shipped ones were fixed where
 * services describe them badly or not at all, and because a document that someone else publishes must not move
 * credentials.
 */
export function carriedOver(next: ApiDocument, before: ApiDocument, toolkitSlug: string): ApiDocument {
  const known = operationsIn(before)
  const nameOf = createNaming(toolkitSlug, known)
  const paths: Record<string, Json> = {}
  for (const [path, value] of entriesOf(next.paths)) {
    const item = resolve(next, value)
    if (!item) continue
    const copy: Record<string, unknown> = { ...item }
    for (const method of methods) {
      const definition = memberOf(item, method)
      if (!isJson(definition)) continue
      const old = known.get(routeOf(method, path))
      const security = old ? memberOf(old, 'security') : openOnly(memberOf(definition, 'security'))
      const { security: _, ...rest } = definition
      copy[method] = {
        ...rest,
        operationId: nameOf(old, textOf(definition.operationId), `${method} ${path}`),
        ...(security === undefined ? {} : { security }),
      }
    }
    paths[path] = copy
  }
  const { security: _, components, ...rest } = next
  const schemes = memberOf(memberOf(before, 'components'), 'securitySchemes')
  return {
    ...rest,
    paths,
    components: { ...(isJson(components) ? components : {}), securitySchemes: schemes ?? {} },
    ...(before.security === undefined ? {} : { security: before.security }),
    servers: serversAfter(next, before),
  }
}

/** The same place although a part of its path was given another name. */
const routeOf = (method: string, path: string): string => `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`

function operationsIn(document: ApiDocument): Map<string, Json> {
  const found = new Map<string, Json>()
  for (const [path, item] of entriesOf(document.paths))
    for (const method of methods) {
      const definition = memberOf(item, method)
      if (isJson(definition)) found.set(routeOf(method, path), definition)
    }
  return found
}

/** A unique name for what is new: two of the same would both lose theirs. */
function createNaming(toolkitSlug: string, known: ReadonlyMap<string, Json>) {
  const slugOf = (name: string) => toolSlugOf(toolkitSlug, name)
  const taken = new Set([...known.values()].map(({ operationId }) => slugOf(textOf(operationId))))
  const own = new RegExp(`^${toolkitSlug}[-_./ ]`, 'i')
  return (old: Json | undefined, id: string, route: string): string => {
    const stored = textOf(old?.operationId)
    if (stored !== '') return stored
    const candidates = [id.replace(own, ''), route].filter((name) => name !== '')
    const name = candidates.find((each) => !taken.has(slugOf(each))) ?? `${id} ${route}`
    taken.add(slugOf(name))
    return name
  }
}

/** Names of schemes mean something in their own document only; that none is needed can be said anywhere. */
const openOnly = (security: unknown): unknown =>
  Array.isArray(security) && security.length === 0 ? security : undefined

/** Another place on the same host is taken over; another host is shown, for someone to decide. */
function serversAfter(next: ApiDocument, before: ApiDocument): unknown {
  const known = serverIn(before.servers, null)
  const named = listOf(next.servers).flatMap((server) => serverIn([server], null) ?? [])
  if (!known) return next.servers
  // What differs from account to account has fields under the known names.
  if (named.length === 0 || known.fields.length > 0) return before.servers
  const same = named.find(({ url }) => hostIn(url) === hostIn(known.url))
  if (!same) return next.servers
  return [{ url: same.fields.length > 0 ? known.url : same.url.replace(/^https?:/i, schemeOf(known.url)) }]
}

/** Never back to a way that can be listened to. */
const schemeOf = (url: string): string => (/^http:/i.test(url) ? 'http:' : 'https:')
