/** The one place from which the pages send requests, all of them to the origin they came from. */
// biome-ignore lint/style/noRestrictedGlobals: this runs in a browser, where kernel/net does not exist.
export const send = (path, options) => fetch(path, options)

/**
 * One JSON call as the signed-in user. It never throws: `isOk` says how it went, `failure` is what to show.
 * `status` is 0 when there was no response at all.
 */
export async function callJson(method, path, { body, headers = {} } = {}) {
  const options = { method, headers: { accept: 'application/json', ...headers }, cache: 'no-store' }
  if (body !== undefined) {
    options.body = JSON.stringify(body)
    options.headers['content-type'] = 'application/json'
  }
  try {
    const response = await send(path, options)
    const answer = await response.json().catch(() => ({}))
    if (response.ok) return { isOk: true, status: response.status, answer }
    return { isOk: false, status: response.status, answer, failure: failureOf(response, answer) }
  } catch {
    const message = 'The server is not responding. Check that it is running and try again.'
    return { isOk: false, status: 0, answer: {}, failure: { message, hint: '', requestId: '', details: [] } }
  }
}

function failureOf(response, answer) {
  return {
    message:
      typeof answer.message === 'string' ? answer.message : `The server responded with ${response.status}.`,
    hint: answer.error?.hint ?? '',
    requestId: answer.requestId ?? response.headers.get('x-request-id') ?? '',
    details: answer.error?.details ?? [],
  }
}
