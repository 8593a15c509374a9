import { z } from 'zod'

const variable = /\{([A-Za-z_]\w{0,63})\}/g
const maxVariables = 10
const maxUriLength = 2_000

/** A URI with `{name}` in it: the texts between its variables, and their names. */
export type UriTemplate = { texts: readonly string[]; names: readonly string[] }

export function parseUriTemplate(uri: string): UriTemplate {
  const parts = uri.split(variable)
  return { texts: parts.filter((_, at) => at % 2 === 0), names: parts.filter((_, at) => at % 2 === 1) }
}

/**
 * The values of the variables in a URI; null when it is no URI of the template. A value ends at the next text of the
 * template, and never has a `/`, `?` or `#`, so no URI takes more than one look at each of its letters.
 */
export function variablesIn({ texts, names }: UriTemplate, uri: string): Record<string, string> | null {
  if (!uri.startsWith(texts[0]!)) return null
  const values: [string, string][] = []
  let at = texts[0]!.length
  for (const [index, name] of names.entries()) {
    const next = texts[index + 1]!
    const isLast = index === names.length - 1
    const end = isLast ? uri.length - next.length : uri.indexOf(next, at)
    const value = end > at && uri.startsWith(next, end) ? decoded(uri.slice(at, end)) : null
    if (value === null) return null
    values.push([name, value])
    at = end + next.length
  }
  return Object.fromEntries(values)
}

function decoded(segment: string): string | null {
  if (/[/?#]/.test(segment)) return null
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

// In place of a variable: letters that are the same in every part of a URI.
const stand = (at: number) => `zq${at}zq`

/** As clients that parse URIs write this one: some send it in that form, whatever they have read. Null for no URI. */
function normalized(uri: string, names: readonly string[]): string | null {
  const plain = names.reduce((text, name, at) => text.replace(`{${name}}`, stand(at)), uri)
  if (!URL.canParse(plain)) return null
  return names.reduce((text, name, at) => text.replace(stand(at), `{${name}}`), new URL(plain).href)
}

/** Says what is wrong with a URI, or a template; null for a good one. */
function faultOf(uri: string): string | null {
  const { texts, names } = parseUriTemplate(uri)
  const form = normalized(uri, names)
  if (form === null) return 'must be a URI with a scheme, such as shop://prices'
  if (/^stoa:/i.test(uri)) return 'must not begin with stoa:, which names what the project shares by itself'
  // Else a URI of stoa: would be one of the template.
  if (!texts[0]!.includes(':')) return 'must have a scheme without variables, such as shop://orders/{id}'
  if (/[{}]/.test(texts.join('')))
    return 'must have variables such as {id}: a letter first, then letters, digits and _'
  if (names.length > maxVariables) return `must have at most ${maxVariables} variables`
  if (new Set(names).size < names.length) return 'must have each variable once'
  if (texts.slice(1, -1).includes('')) return 'must have a text between two variables'
  return form === uri ? null : `must be written as clients write it: ${form}`
}

export const ResourceUri = z
  .string()
  .min(1)
  .max(maxUriLength)
  .superRefine((uri, context) => {
    const message = faultOf(uri)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .describe(
    'Clients read the resource by this URI, such as `shop://prices`. With variables, such as `shop://orders/{id}`, it is a template for many URIs.',
  )
