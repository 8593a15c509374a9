import { AppError, type ErrorDetail, type IgnoreFields } from '../../../kernel/errors.ts'
import { nearMatch } from '../../../kernel/text/near-match.ts'
import type { AuthField, AuthScheme, AuthSchemeName } from '../../toolkits/index.ts'
import type { Field, Values } from '../schema/auth-config.ts'
import { urlFault } from './urls.ts'

const field = (name: string, label: string, isSecret: boolean, description = ''): AuthField => ({
  name,
  label,
  description,
  type: 'string',
  isRequired: false,
  isSecret,
})

const tokenFields = [
  field('access_token', 'Access token', true, 'A token that you have already.'),
  field('refresh_token', 'Refresh token', true),
  { ...field('expires_in', 'Seconds until it expires', false), type: 'number' as const },
  field('scope', 'Granted scopes', false),
  field('token_type', 'Type of the token', false),
]

const clientFields = [
  field('client_id', 'Client ID', false),
  field('client_secret', 'Client secret', true, 'Left out for a client without a secret.'),
]

const addressFields = [
  field('authorization_url', 'Authorization URL', false, 'Instead of the one of the toolkit.'),
  field('token_url', 'Token URL', false, 'Instead of the one of the toolkit.'),
  field('revocation_url', 'Revocation URL', false, 'Instead of the one of the toolkit.'),
  field(
    'issuer',
    'Issuer',
    false,
    'The issuer that the service must send in its responses (iss); omit it where it sends none.',
  ),
]

const usesTokens = (name: AuthSchemeName) => name === 'OAUTH2' || name === 'S2S_OAUTH2'

/** The fields of an auth config: what the toolkit requires, and its URLs if they differ. */
export function configFieldsOf(scheme: AuthScheme): AuthField[] {
  if (!usesTokens(scheme.name)) return [...scheme.configFields]
  const requestedScopes = new Map(scheme.configFields.map((each) => [each.name, each]))
  const hasClientFields = scheme.connectionFields.some(({ name }) => name === 'client_id')
  const fallback = hasClientFields
    ? [...clientFields, ...addressFields]
    : [required(clientFields[0]!), clientFields[1]!, ...addressFields]
  for (const each of fallback) {
    const isNeeded =
      (each.name === 'token_url' && !scheme.oauth2?.tokenUrl) ||
      (each.name === 'authorization_url' && scheme.name === 'OAUTH2' && !scheme.oauth2?.authorizationUrl)
    if (!requestedScopes.has(each.name)) requestedScopes.set(each.name, isNeeded ? required(each) : each)
  }
  // A public client proves itself by PKCE alone, whatever the toolkit thinks is usual.
  const secret = requestedScopes.get('client_secret')
  if (secret && scheme.oauth2?.hasPkce !== false)
    requestedScopes.set('client_secret', { ...secret, isRequired: false })
  return [...requestedScopes.values()]
}

/** What belongs to one account. Tokens may be sent, but are never required. */
export const connectionFieldsOf = (scheme: AuthScheme): AuthField[] => [...scheme.connectionFields]

export const directFieldsOf = (scheme: AuthScheme): AuthField[] =>
  scheme.name === 'OAUTH2' ? [...scheme.connectionFields, ...tokenFields] : [...scheme.connectionFields]

const required = (each: AuthField): AuthField => ({ ...each, isRequired: true })

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

export type ReadOptions = { path: string; areRequired: boolean; ignore: IgnoreFields }

type ReadValue = string | number | boolean

/** For values that can only be of known fields. */
export const ignoreNone: IgnoreFields = () => undefined

/**
 * Reads values by the fields there are. `clientId` and `client_id` mean the same: the wild has both. What is missing or
 * unknown is named, so that the caller need not guess.
 */
export function readValues(
  fields: readonly AuthField[],
  values: Values,
  { path, areRequired, ignore }: ReadOptions,
): Record<string, ReadValue> {
  const read = readChange(fields, values, { path, ignore })
  for (const { name, defaultValue } of fields)
    if (defaultValue !== undefined && !(name in read)) read[name] = defaultValue
  const missing = areRequired ? fields.filter(({ name, isRequired }) => isRequired && !(name in read)) : []
  if (missing.length === 0) return read
  const unknown = Object.keys(values).filter((name) => fieldNamed(fields, name) === undefined)
  throw new AppError(
    'missing_field',
    `${missing.map(({ name }) => name).join(', ')} ${missing.length === 1 ? 'is' : 'are'} required`,
    {
      details: missing.map(({ name, label }) => ({
        in: 'body',
        path: `${path}/${name}`,
        rule: 'required',
        message: `${label} is missing`,
      })),
      hint: hintFor(unknown, missing),
    },
  )
}

/** Only what is given, without defaults: all else stays as it is. */
export function readChange(
  fields: readonly AuthField[],
  values: Values,
  { path, ignore }: Pick<ReadOptions, 'path' | 'ignore'>,
): Record<string, ReadValue> {
  const read: Record<string, ReadValue> = {}
  const unknown: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const known = fieldNamed(fields, name)
    if (!known) unknown.push(name)
    else if (value !== null && value !== undefined && value !== '')
      read[known.name] = typed(known, value, path)
  }
  if (unknown.length > 0)
    ignore(
      unknown.map((name) => unknownField(name, fields, path)),
      hintFor(unknown, fields),
    )
  return read
}

const fieldNamed = (fields: readonly AuthField[], name: string): AuthField | undefined =>
  fields.find((each) => plain(each.name) === plain(name))

const addressNames: ReadonlySet<string> = new Set(['authorization_url', 'token_url', 'revocation_url'])
const maxValueLength = 16 * 1024

function typed(known: AuthField, value: unknown, path: string): ReadValue {
  const fault = (rule: string, message: string) =>
    new AppError('invalid_parameter', `${known.name} ${message}`, {
      details: [{ in: 'body', path: `${path}/${known.name}`, rule, message }],
    })
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw fault('type', `must be a ${known.type}`)
  if (typeof value === 'string' && value.length > maxValueLength)
    throw fault('maxLength', `must be at most ${maxValueLength} characters long`)
  if (known.options && !known.options.some((option) => option.value === String(value)))
    throw fault('enum', `must be one of ${known.options.map((option) => option.value).join(', ')}`)
  if (known.type === 'number') {
    const number = Number(value)
    if (!Number.isFinite(number)) throw fault('type', 'must be a number')
    return number
  }
  if (known.type === 'boolean') {
    if (value !== true && value !== false && value !== 'true' && value !== 'false')
      throw fault('type', 'must be true or false')
    return value === true || value === 'true'
  }
  const text = String(value).trim()
  // A line break would end the header in which the value is sent.
  if (/[\0\r\n]/.test(text) && !/[{]|BEGIN/.test(text)) throw fault('format', 'must be one line')
  const faulty = addressNames.has(known.name) ? urlFault(text) : null
  if (faulty !== null) throw fault('format', faulty)
  return text
}

function unknownField(name: string, fields: readonly AuthField[], path: string): ErrorDetail {
  const names = fields.map((each) => each.name)
  return {
    in: 'body',
    path: `${path}/${name.slice(0, 50)}`,
    rule: 'unknown',
    message: `must be among ${names.join(', ') || 'none'}`,
  }
}

function hintFor(unknown: readonly string[], fields: readonly AuthField[]): string {
  const names = fields.map((each) => each.name)
  const near = unknown.map((name) => nearMatch(name, names)).find((each) => each !== null)
  return near === undefined
    ? 'GET /api/v1/auth_configs/fields lists the fields of a toolkit.'
    : `Did you mean ${near}?`
}

const toField = (each: AuthField): Field => ({
  name: each.name,
  displayName: each.label,
  description: each.description,
  type: each.type,
  required: each.isRequired,
  isSecret: each.isSecret,
  default: each.defaultValue ?? null,
  options: each.options?.map((option) => ({ ...option })) ?? null,
})

export const fieldGroup = (fields: readonly AuthField[]) => ({
  required: fields.filter(({ isRequired }) => isRequired).map(toField),
  optional: fields.filter(({ isRequired }) => !isRequired).map(toField),
})
