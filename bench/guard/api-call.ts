import { Agent, request } from 'node:http'
import type { Call } from '../../server/test/costs/operations.ts'

/** Calls an API over one connection that stays open. Paths outside of the API are those of webhooks. */
export function createApiCall(cleanup: AsyncDisposableStack, url: string, apiKey: string): Call {
  const agent = new Agent({ keepAlive: true })
  cleanup.defer(() => agent.destroy())
  return (method, path, body, headers) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>()
    const text = body === undefined ? null : JSON.stringify(body)
    const sent = request(
      `${url}${path.startsWith('/hooks/') ? '' : '/api/v1'}${path}`,
      {
        agent,
        method,
        headers: {
          'x-api-key': apiKey,
          ...(text === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
          ...headers,
        },
      },
      (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          received += part
        })
        response.on('error', reject).on('end', () => {
          if (response.statusCode! >= 300)
            return reject(new Error(`${method} ${path}: ${response.statusCode} ${received}`))
          const isJson = String(response.headers['content-type']).includes('application/json')
          resolve((isJson ? JSON.parse(received).data : undefined) as never)
        })
      },
    )
    sent.on('error', reject).end(text)
    return promise
  }
}
