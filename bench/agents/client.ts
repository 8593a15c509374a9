import { Agent, request } from 'node:http'

export type Timing = { firstMs: number; tokenMs: number; wholeMs: number }

/** Reads streams of events over connections that stay open. It shares the processors with what it measures, so it is slim. */
export function createStreamClient(headers: Record<string, string>) {
  const agent = new Agent({ keepAlive: true })
  return {
    /** When the first event, the first word of the response and the end of the stream came. */
    run(url: string, body: object): Promise<Timing> {
      const text = JSON.stringify(body)
      const { promise, resolve, reject } = Promise.withResolvers<Timing>()
      const startedAt = performance.now()
      const since = () => performance.now() - startedAt
      const length = String(Buffer.byteLength(text))
      const options = {
        agent,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
      }
      const sent = request(url, options, (response) => {
        let [firstMs, tokenMs] = [Number.NaN, Number.NaN]
        let received = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          received += part
          if (Number.isNaN(firstMs) && received.includes('data:')) firstMs = since()
          if (Number.isNaN(tokenMs) && received.includes('word')) tokenMs = since()
        })
        response.on('error', reject).on('end', () => {
          const isWhole = received.includes('word') && received.includes('ADA')
          if (response.statusCode === 200 && isWhole) resolve({ firstMs, tokenMs, wholeMs: since() })
          else reject(new Error(`${url}: ${response.statusCode} ${received.slice(-600)}`))
        })
      })
      sent.on('error', reject).end(text)
      return promise
    },
    close: () => agent.destroy(),
  }
}
