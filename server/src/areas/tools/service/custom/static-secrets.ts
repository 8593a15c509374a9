import { AppError } from '../../../../kernel/errors.ts'
import { isSecretHeader } from '../../../../kernel/secrets/secret-header.ts'
import type { HttpBody, Implementation } from '../../schema/tool.ts'
import { hiddenMark, secretsInRequest } from './hide-secrets.ts'
import { renderHeaders } from './http-template.ts'

type Arguments = Readonly<Record<string, unknown>>

// What says how to speak, and never for whom.
const openHeader =
  /^(?:accept|accept-.*|cache-control|content-.*|user-agent|prefer|range|if-.*|.*-version|x-requested-with|origin|referer)$/i
// An argument alone, at most with the word that says what kind of proof it is.
const argumentAlone = /^(?:[A-Za-z][A-Za-z0-9-]{0,20} +)?\{\{[^{}]+\}\}$/

/** Whether the value of a header of a custom tool is hidden from everyone who reads the tool. */
const isStored = (name: string, value: string): boolean =>
  value !== '' && !openHeader.test(name) && !argumentAlone.test(value.trim())

const isStoredParameter = (name: string, value: unknown): boolean =>
  isSecretHeader(name) && typeof value === 'string' && isStored(name, value)

/** The request of a tool as it is shown: static values that may be secret are written once and never read again. */
export const requestResponse = <T extends HttpBody>(http: T): T => ({
  ...http,
  headers: Object.fromEntries(
    Object.entries(http.headers).map(([name, value]) => [name, isStored(name, value) ? hiddenMark : value]),
  ),
  query: Object.fromEntries(
    Object.entries(http.query).map(([name, value]) => [
      name,
      isStoredParameter(name, value) ? hiddenMark : value,
    ]),
  ),
})

/** The values that `requestResponse` hides. */
export const storedValues = ({ headers, query }: HttpBody): Pick<HttpBody, 'headers' | 'query'> => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([name, value]) => isStored(name, value))),
  query: Object.fromEntries(Object.entries(query).filter(([name, value]) => isStoredParameter(name, value))),
})

/** Whether it has values that must not go to another host than they were given for. */
export const hasStoredValues = (implementation: Implementation | null): boolean =>
  implementation?.kind === 'http' &&
  (Object.entries(implementation.headers).some(([name, value]) => isStored(name, value)) ||
    Object.entries(implementation.query).some(([name, value]) => isStoredParameter(name, value)))

/** Static values of a request that must be seen nowhere but at its host. */
export function staticSecrets(implementation: Implementation | null, args: Arguments): string[] {
  if (implementation?.kind !== 'http') return []
  const { headers, query, url } = implementation
  const stored = Object.entries(headers).flatMap(([name, value]) => (isStored(name, value) ? [value] : []))
  const rendered = renderHeaders(implementation, args)
  return [...stored, ...secretsInRequest({ headers: { ...headers, ...rendered }, query, url })].filter(
    (value) => !value.includes('{{'),
  )
}

/**
 * A request from a caller who saw the placeholder: it represents the stored value. It does so only as long
 * as the request goes where it went, so that no value is read by moving the tool.
 */
export function withStoredValues(
  http: HttpBody,
  before: Implementation | null,
  isSameHost: boolean,
): HttpBody {
  const old = before?.kind === 'http' && isSameHost ? before : null
  const restored = <T>(
    location: 'headers' | 'query',
    named: Readonly<Record<string, T>>,
  ): Record<string, T> =>
    Object.fromEntries(
      Object.entries(named).map(([name, value]) => {
        if (value !== hiddenMark) return [name, value]
        const known = Object.entries(old?.[location] ?? {}).find(
          ([other]) => other.toLowerCase() === name.toLowerCase(),
        )
        if (known === undefined) throw markProvided(location, name)
        return [name, known[1] as T]
      }),
    )
  return { ...http, headers: restored('headers', http.headers), query: restored('query', http.query) }
}

const markProvided = (location: string, name: string) =>
  new AppError('invalid_parameter', `${name} is the placeholder of a hidden value, not the value`, {
    details: [
      { in: 'body', path: `/http/${location}/${name}`, rule: 'hidden', message: 'must be the actual value' },
    ],
    hint: 'A hidden value is only preserved if the tool already has one with this name and still calls the same host.',
  })
