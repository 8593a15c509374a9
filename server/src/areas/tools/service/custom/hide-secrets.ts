import { createByteRedactor, formsOf, startOfCutForm } from '../../../../kernel/secrets/secret-forms.ts'
import { isSecretHeader, secretsInHeader } from '../../../../kernel/secrets/secret-header.ts'
import type { Credentials, JsonSchema, ToolCall } from '../../../toolkits/index.ts'

/** Replaces a secret. */
export const hiddenMark = '[hidden]'

export type Redactor = <T>(value: T) => T

/**
 * Redacts secrets in whatever is shown or stored, by their value and not by their name: services
 * echo what they are sent. Also the encodings of a value in transit.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = formsOf(secrets)
  const inText = (text: string) =>
    forms.reduce(
      (hidden, form) => (hidden.includes(form) ? hidden.replaceAll(form, hiddenMark) : hidden),
      text,
    )
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
  // Responses of services are truncated before they come here, maybe in the middle of a secret.
  const withoutCutForm = (text: string) => {
    const at = startOfCutForm(text, forms)
    return at < text.length ? `${text.slice(0, at)}${hiddenMark}` : text
  }
  return <T>(value: T): T => {
    if (forms.length === 0) return value
    const hidden = holdsOne(value) ? inValue(value, 0) : value
    return (typeof hidden === 'string' ? withoutCutForm(hidden) : hidden) as T
  }
}

/** The call with files that are stored without its secrets: bytes and names echo them as texts do. */
export function withHiddenFiles(call: ToolCall, secrets: readonly string[]): ToolCall {
  const hide = createRedactor(secrets)
  const hideName = createNameRedactor(secrets)
  const hideBytes = createByteRedactor(secrets)
  return {
    ...call,
    saveFile: ({ name, mimeType, bytes }) =>
      call.saveFile({ name: hideName(name), mimeType: hide(mimeType), bytes: hideBytes(bytes) }),
  }
}

/** Characters that no file name may have were replaced before it comes here, so only what is left of a secret is compared. */
function createNameRedactor(secrets: readonly string[]): (name: string) => string {
  const hide = createRedactor(secrets)
  const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  const forms = formsOf(secrets.map(bare))
  return (name) => {
    const hidden = hide(name)
    return forms.some((form) => bare(hidden).includes(form)) ? hiddenMark : hidden
  }
}

type Named = Readonly<Record<string, unknown>>

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The places of arguments whose names are those of headers or of query parameters. */
const namedLocations = ['headers', 'query', 'cookies'] as const

/** Values in headers and in URLs under the name of a credential. */
export function secretsInRequest(args: Named): string[] {
  const named = namedLocations.flatMap((location) => {
    const argument = args[location]
    return isNamed(argument) ? Object.entries(argument) : []
  })
  return [...named, ...parametersIn(args.url), ...parametersIn(args.endpoint)].flatMap(([name, value]) =>
    isSecretHeader(name) ? textsIn(value).flatMap(secretsInHeader) : [],
  )
}

function parametersIn(address: unknown): [string, string][] {
  if (typeof address !== 'string' || !address.includes('?')) return []
  return [...new URLSearchParams(address.slice(address.indexOf('?') + 1).split('#')[0])]
}

/** The same arguments without the values under such a name, however short it is. */
export function withoutNamedSecrets<T extends Named>(args: T): T {
  const masked = namedLocations.flatMap((location) => {
    const argument = args[location]
    return isNamed(argument) ? [[location, maskedByName(argument)] as const] : []
  })
  return { ...args, ...Object.fromEntries(masked) }
}

/** What was already redacted by its value preserves the text around it. */
export const maskedByName = <T>(named: Readonly<Record<string, T>>): Record<string, T | string> =>
  Object.fromEntries(
    Object.entries(named).map(([name, value]) => [
      name,
      isSecretHeader(name) && !String(value).includes(hiddenMark) ? hiddenMark : value,
    ]),
  )

/** Everything of an account that must not be seen: secret fields, tokens, and a pair as it is sent. */
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

/** Whether the schema of a tool calls an argument secret. */
export function isSecretProperty(schema: JsonSchema, name: string): boolean {
  const properties = (schema.properties ?? {}) as Record<
    string,
    { 'x-secret'?: unknown; writeOnly?: unknown; format?: unknown }
  >
  const part = Object.hasOwn(properties, name) ? properties[name] : undefined
  return part?.['x-secret'] === true || part?.writeOnly === true || part?.format === 'password'
}

/** Arguments that the schema of a tool calls secret. */
export const secretArguments = (schema: JsonSchema, args: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(args).flatMap(([name, value]) => (isSecretProperty(schema, name) ? textsIn(value) : []))
