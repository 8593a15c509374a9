import type { Credentials, JsonSchema } from '../../toolkits/index.ts'

// Shorter values occur by chance, and hiding them would garble what has nothing to do with them.
const shortest = 6
const mark = '[hidden]'

export type Hider = <T>(value: T) => T

/**
 * Cuts secrets out of whatever is shown or kept, by their value and not by the name under which they stand: services
 * echo what they are sent. Also the ways in which a value is written on the wire.
 */
export function createHider(secrets: readonly string[]): Hider {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= shortest).flatMap(formsOf))].sort(
    (a, b) => b.length - a.length,
  )
  const inText = (text: string) =>
    forms.reduce((hidden, form) => (hidden.includes(form) ? hidden.replaceAll(form, mark) : hidden), text)
  const inValue = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return inText(value)
    if (typeof value !== 'object' || value === null || depth > 200) return value
    if (Array.isArray(value)) return value.map((each) => inValue(each, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [inText(name), inValue(each, depth + 1)]),
    )
  }
  // Most results hold none, and looking costs a fraction of copying a large one.
  const holdsOne = (value: unknown) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    return forms.some((form) => text.includes(form))
  }
  return <T>(value: T): T => (forms.length > 0 && holdsOne(value) ? (inValue(value, 0) as T) : value)
}

function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64')
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    // Its end depends on what follows, so it is left out.
    ...(base64.length > 12 ? [base64.replace(/=+$/, '').slice(0, -1)] : []),
  ]
}

/** Everything of an account that must not be seen: secret fields, tokens, and a pair as it goes over the wire. */
export function secretsOf(credentials: Credentials | null): string[] {
  if (!credentials) return []
  const { values, scheme } = credentials
  const open = new Set(
    [...scheme.connectionFields, ...scheme.configFields]
      .filter(({ isSecret }) => !isSecret)
      .map(({ name }) => name),
  )
  const texts = Object.entries(values).flatMap(([name, value]) =>
    open.has(name) || isHarmless(name) ? [] : textsIn(value),
  )
  const { username, password } = values
  if (typeof username === 'string' && typeof password === 'string')
    texts.push(Buffer.from(`${username}:${password}`).toString('base64'))
  return texts
}

const isHarmless = (name: string) =>
  /^(expires_in|expires_at|expired_at|scope|scopes|token_type|subdomain|domain|region|base_url|status|id_type)$/.test(
    name,
  )

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Arguments that the schema of a tool calls secret. */
export function secretArguments(schema: JsonSchema, args: Readonly<Record<string, unknown>>): string[] {
  const properties = (schema.properties ?? {}) as Record<
    string,
    { 'x-secret'?: unknown; writeOnly?: unknown; format?: unknown }
  >
  return Object.entries(properties).flatMap(([name, part]) =>
    part &&
    (part['x-secret'] === true || part.writeOnly === true || part.format === 'password') &&
    Object.hasOwn(args, name)
      ? textsIn(args[name])
      : [],
  )
}
