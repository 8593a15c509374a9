import { Agent, request } from 'node:http'

/** One way to the model: directly, or by a gateway. */
export type Target = { name: string; url: URL; headers: Record<string, string>; model: string }

export type Timing = { firstMs: number; wholeMs: number }

/** Connections of one phase: kept alive for the next, the server could close them in the moment of their use. */
const newAgent = () => new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends one request and returns when the first token and when the last byte came. */
function callOnce(target: Target, isStreamed: boolean, agent: Agent): Promise<Timing> {
  const body = JSON.stringify({
    model: target.model,
    stream: isStreamed,
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Say twenty words about the sea.' }],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Timing>()
  const startedAt = performance.now()
  const since = () => performance.now() - startedAt
  const headers = {
    ...target.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const outgoing = request(target.url, { method: 'POST', agent, headers }, (response) => {
    let firstMs = Number.NaN
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      text += part
      if (Number.isNaN(firstMs) && text.includes('word')) firstMs = since()
    })
    response.on('error', reject)
    response.on('end', () => {
      const isWhole = text.includes(isStreamed ? '[DONE]' : '"stop"')
      if (response.statusCode === 200 && isWhole) resolve({ firstMs, wholeMs: since() })
      else reject(new Error(`${target.name} returned ${response.statusCode}: ${text.slice(0, 300)}`))
    })
  })
  outgoing.on('error', (cause) => reject(new Error(`${target.name}: ${cause.message}`, { cause })))
  outgoing.end(body)
  return promise
}

/** One after the other. */
export async function callSequentially(
  target: Target,
  times: number,
  isStreamed: boolean,
): Promise<Timing[]> {
  const timings: Timing[] = []
  const agent = newAgent()
  for (let i = 0; i < times; i++) timings.push(await callOnce(target, isStreamed, agent))
  agent.destroy()
  return timings
}

/** So many requests with so much concurrency; returns the requests per second. */
export async function callConcurrently(
  target: Target,
  { clients, times, isStreamed }: { clients: number; times: number; isStreamed: boolean },
): Promise<number> {
  const startedAt = performance.now()
  const agent = newAgent()
  let left = times
  const work = async () => {
    while (left-- > 0) await callOnce(target, isStreamed, agent)
  }
  await Promise.all(Array.from({ length: clients }, work))
  agent.destroy()
  return (times * 1000) / (performance.now() - startedAt)
}
