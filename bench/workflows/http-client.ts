import { Agent, request } from 'node:http'

export type Reply = { status?: string; id?: string; outputData?: unknown }

/** Calls with JSON over connections that stay open. It shares the processors with what it measures, so it is slim. */
export function createHttpClient(headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: true })
  return {
    call(method: string, url: string, body: unknown): Promise<Reply> {
      const text = JSON.stringify(body)
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const length = String(Buffer.byteLength(text))
      const sent = request(
        url,
        {
          agent,
          method,
          headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
        },
        (response) => {
          let received = ''
          response.setEncoding('utf8').on('data', (part: string) => {
            received += part
          })
          response.on('error', reject).on('end', () => {
            const { data, message } = JSON.parse(received) as { data: Reply; message?: string }
            if (response.statusCode! < 300) resolve(data)
            else reject(new Error(`${method} ${url}: ${response.statusCode} ${message}`))
          })
        },
      )
      sent.on('error', reject).end(text)
      return promise
    },
    close: () => agent.destroy(),
  }
}

export type HttpClient = ReturnType<typeof createHttpClient>
