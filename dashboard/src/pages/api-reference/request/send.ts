import type { HttpRequest, RequestBody } from '../../../components/code/request-snippets.ts'
import { watchedFetch } from '../../../connection/server-connection.ts'

/** The values of the variables of a request. */
export type Secrets = { STOA_API_KEY: string; STOA_CSRF_TOKEN: string }

export type Credentials = {
  /** Empty: the session of the browser is used. */
  key: string
  username: string
  csrfToken: string
  projectId: string | undefined
}

/** Sends what the snippets show. With a key no cookie is sent, so that it is exactly the same request. */
export function sendRequest(request: HttpRequest, secrets: Secrets, signal: AbortSignal): Promise<Response> {
  const headers = request.headers
    .map(({ name, value = '', variable }): [string, string] => [
      name,
      variable === undefined ? value : secrets[variable as keyof Secrets],
    ])
    .filter(([, value]) => value !== '')
  return watchedFetch(request.url, {
    method: request.method,
    headers,
    signal,
    cache: 'no-store',
    credentials: request.cookieName === undefined ? 'omit' : 'same-origin',
    ...(request.body ? { body: bodyOf(request.body) } : {}),
  })
}

function bodyOf(body: RequestBody): string | FormData {
  if (body.kind !== 'form') return body.text
  const form = new FormData()
  for (const { name, value, file } of body.parts) {
    if (file) form.append(name, file, file.name)
    else if (value !== undefined) form.append(name, value)
  }
  return form
}

/** The id of the first object of a list, with the credentials of the form; null when there is none. */
export async function firstId(
  list: string,
  { key, username, projectId }: Credentials,
): Promise<string | null> {
  const headers: [string, string][] = []
  if (key) headers.push(['x-api-key', key])
  else if (projectId !== undefined) headers.push(['x-project-id', projectId])
  if (username) headers.push(['x-username', username])
  try {
    const response = await watchedFetch(`${location.origin}${list}?limit=1`, {
      headers,
      credentials: key ? 'omit' : 'same-origin',
      cache: 'no-store',
    })
    const { data } = (await response.json()) as { data?: { id?: unknown }[] }
    const id = data?.[0]?.id
    return typeof id === 'string' ? id : null
  } catch {
    // Without credentials, or with too few: it is typed in then.
    return null
  }
}
