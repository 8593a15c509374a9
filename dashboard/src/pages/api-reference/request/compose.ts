import type {
  FormPart,
  HttpRequest,
  RequestBody,
  RequestHeader,
} from '../../../components/code/request-snippets.ts'
import type { Operation } from '../spec/operation.ts'
import type { Draft } from './draft.ts'

/** Why a request cannot be sent at all, by the name of the field. */
export type Problem = { name: string; message: string }

export type Composed = { request: HttpRequest; problems: Problem[] }

export type ComposeInput = {
  operation: Operation
  draft: Draft
  origin: string
  username?: string
  /** By an API key, or by the cookie of a signed-in browser. */
  auth: 'key' | 'session'
  /** The project that a signed-in user works in; a key has its own. */
  projectId?: string | undefined
}

/**
 * The request that a draft describes. Only what cannot be sent is a problem here: what the server rejects is sent, since
 * seeing the error is what the form is for.
 */
export function composeRequest(input: ComposeInput): Composed {
  const { operation, draft, origin, auth } = input
  const problems: Problem[] = []
  const path = operation.path.replace(/\{([^}+]+)(\+?)\}/g, (placeholder, name: string, rest: string) => {
    const value = draft.path[name] ?? ''
    const message = problemOf(value)
    if (message !== null) {
      problems.push({ name, message })
      return placeholder
    }
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const isSession = auth === 'session' && operation.access !== 'public'
  return {
    problems,
    request: {
      method: operation.method,
      url: `${origin}${path}${queryText(operation, draft)}`,
      headers: headersOf(input),
      body: bodyOf(operation, draft),
      cookieName: isSession ? operation.cookieName : undefined,
      responseKind: operation.responseKind,
    },
  }
}

function problemOf(value: string): string | null {
  if (value === '') return 'Required'
  // Browsers and curl resolve such segments before sending: the request would reach another operation.
  return value.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part)) ? 'Cannot be . or ..' : null
}

const nonEmpty = (value: string | readonly string[] = '') => [value].flat().filter((text) => text !== '')

function queryText({ parameters }: Operation, { query }: Draft): string {
  const search = new URLSearchParams()
  for (const { name, in: location } of parameters)
    if (location === 'query') for (const text of nonEmpty(query[name])) search.append(name, text)
  return search.size === 0 ? '' : `?${search}`
}

function headersOf({ operation, draft, username = '', auth, projectId }: ComposeInput): RequestHeader[] {
  const { access, method, body, parameters, takesUsername } = operation
  const headers: RequestHeader[] = []
  if (access !== 'public' && auth === 'key') headers.push({ name: 'x-api-key', variable: 'STOA_API_KEY' })
  if (access !== 'public' && auth === 'session') {
    if (method !== 'GET') headers.push({ name: 'x-csrf-token', variable: 'STOA_CSRF_TOKEN' })
    if (access !== 'session' && projectId !== undefined)
      headers.push({ name: 'x-project-id', value: projectId })
  }
  if (takesUsername && username) headers.push({ name: 'x-username', value: username })
  for (const { name, in: location } of parameters) {
    const value = location === 'header' ? draft.header[name] : ''
    if (value) headers.push({ name: name.toLowerCase(), value })
  }
  if (body && body.kind !== 'form' && draft.bodyText.trim() !== '')
    headers.push({ name: 'content-type', value: body.mediaType })
  return headers
}

function bodyOf({ body }: Operation, draft: Draft): RequestBody | null {
  if (!body) return null
  if (body.kind !== 'form') {
    const text = draft.bodyText.trim()
    return text === '' ? null : { kind: body.kind, text }
  }
  // A file that is not selected yet has a placeholder name in the snippets and is left out when sending.
  const parts = body.fields.flatMap(({ name, isFile }): FormPart[] => {
    const file = draft.files[name]
    if (!isFile) return nonEmpty(draft.form[name]).map((value) => ({ name, value }))
    return [{ name, fileName: file?.name ?? 'path/to/file', ...(file ? { file } : {}) }]
  })
  return { kind: 'form', parts }
}
