import type { Credentials } from '../../toolkits/index.ts'
import type { PieceEntry } from '../describe/entry.ts'

/** What renews or proves the client itself is no business of a piece: an access token is all it needs. */
const heldBack = new Set(['refresh_token', 'client_secret', 'client_id', 'id_token'])

/** The credentials of an account in the form of the framework, under the kind that the account was made with. */
export function authValueOf(entry: PieceEntry, { scheme, values }: Credentials): Record<string, unknown> {
  const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name).join()
  const index = entry.toolkit.authSchemes.findIndex(
    (each) => each.name === scheme.name && names(each.connectionFields) === names(scheme.connectionFields),
  )
  const byName = entry.toolkit.authSchemes.findIndex((each) => each.name === scheme.name)
  const kind = entry.authKinds[index >= 0 ? index : Math.max(0, byName)]
  const fields = entry.toolkit.authSchemes[index >= 0 ? index : Math.max(0, byName)]?.connectionFields ?? []
  const props = Object.fromEntries(
    fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
  switch (kind) {
    case 'SECRET_TEXT':
      return { type: kind, secret_text: values.api_key }
    case 'BASIC_AUTH':
      return { type: kind, username: values.username, password: values.password }
    case 'OAUTH2': {
      const visible = Object.fromEntries(Object.entries(values).filter(([name]) => !heldBack.has(name)))
      return { ...visible, type: kind, access_token: values.access_token, data: visible, props }
    }
    default:
      return { type: 'CUSTOM_AUTH', props }
  }
}

/** Older bundles take the bare value. */
export function bareAuth(auth: Record<string, unknown>): unknown {
  if (auth.type === 'SECRET_TEXT') return auth.secret_text
  return auth.type === 'CUSTOM_AUTH' ? auth.props : auth
}

/** Every text in the credentials, in the forms in which it may turn up in a message. */
export function secretsOf(values: Readonly<Record<string, unknown>>): string[] {
  const texts = Object.values(values).filter((value): value is string => typeof value === 'string')
  const pairs = texts.flatMap((first) => texts.map((second) => `${first}:${second}`))
  const forms = [...texts, ...pairs].flatMap((text) => [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('base64url'),
    JSON.stringify(text).slice(1, -1),
  ])
  // Shorter ones are words such as a region, which would make holes in every sentence.
  return [...new Set(forms)].filter((form) => form.length >= 6).sort((a, b) => b.length - a.length)
}

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
