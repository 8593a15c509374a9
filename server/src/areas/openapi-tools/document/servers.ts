import type { AuthField } from '../../toolkits/index.ts'
import { entriesOf, listOf, memberOf, textOf } from './pointer.ts'

/** The base URL of an API. It may contain `{field}` for what differs from account to account. */
export type Server = { readonly url: string; readonly fields: readonly AuthField[] }

/** The first URL that can be called; a relative one is resolved against that of the description. */
export function serverIn(servers: unknown, origin: string | null): Server | null {
  for (const server of listOf(servers)) {
    const url = absolute(textOf(memberOf(server, 'url')), origin)
    if (url === null) continue
    const variables = entriesOf(memberOf(server, 'variables'))
    const used = [...url.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name!)
    return {
      url: used.reduce((text, name) => text.replaceAll(`{${name}}`, `{${fieldNameOf(name)}}`), url),
      fields: [...new Set(used)].map((name) =>
        fieldFor(name, variables.find(([variable]) => variable === name)?.[1]),
      ),
    }
  }
  return null
}

function absolute(url: string, origin: string | null): string | null {
  const trimmed = url.trim().replace(/\/+$/, '')
  // A name in front of the host is there to be taken for it, and no request would be sent to such a URL.
  if (/^(?:https?:)?\/\/[^/?#]*@/i.test(trimmed)) return null
  if (/^https?:\/\/[^/]/i.test(trimmed)) return trimmed.replace(/[?#].*$/s, '')
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || origin === null || !URL.canParse(origin)) return null
  const base = new URL(origin)
  if (trimmed.startsWith('//')) return `${base.protocol}${trimmed}`
  // Joined by hand: the platform would encode the braces of variables.
  const folder = base.pathname.slice(0, base.pathname.lastIndexOf('/'))
  return `${base.origin}${trimmed === '' || trimmed.startsWith('/') ? trimmed : `${folder}/${trimmed}`}`
}

const fieldNameOf = (name: string): string => {
  const fixed = name.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 64)
  return /^[A-Za-z]/.test(fixed) ? fixed : `v${fixed}`.slice(0, 64)
}

function fieldFor(name: string, variable: unknown): AuthField {
  const options = listOf(memberOf(variable, 'enum')).map(String)
  const fallback = memberOf(variable, 'default')
  const hasDefault = fallback !== undefined && fallback !== '' && !/^(your|<)|\{/i.test(String(fallback))
  return {
    name: fieldNameOf(name),
    label: name,
    description: textOf(memberOf(variable, 'description')).slice(0, 1000),
    type: 'string',
    isRequired: !hasDefault,
    isSecret: false,
    ...(options.length > 0 ? { options: options.map((value) => ({ label: value, value })) } : {}),
    ...(hasDefault ? { defaultValue: String(fallback) } : {}),
  }
}
