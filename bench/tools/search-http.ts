import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { startProduct } from '../product.ts'
import { fixed, percentile, table } from '../report-format.ts'
import { questions } from './questions.ts'

type SearchResult = { milliseconds: number; slugs: string[] }
type Send = (path: string, body?: object) => Promise<SearchResult>

/** A search as an agent makes it: one client, over HTTP, with everything that comes with the product. */
export async function benchSearchOverHttp(rounds: number): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const { url, apiKey } = await startProduct(cleanup)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  cleanup.defer(() => agent.destroy())
  const headers = { 'x-api-key': apiKey, 'x-username': 'bench', 'content-type': 'application/json' }
  const send: Send = async (path, body) => {
    const found = Promise.withResolvers<string[]>()
    const startedAt = performance.now()
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(`${url}/api/v1${path}`, { method, agent, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      if (response.statusCode !== 200) return found.reject(new Error(text.slice(0, 500)))
      const { data } = JSON.parse(text) as { data: { slug: string }[] }
      found.resolve(Array.isArray(data) ? data.map(({ slug }) => slug) : [])
    })
    sent.on('error', found.reject)
    sent.end(body && JSON.stringify(body))
    const slugs = await found.promise
    return { milliseconds: performance.now() - startedAt, slugs }
  }
  await send('/external-users', { name: 'bench' })
  const first = await send('/tools/search', { query: 'send an email' })
  const positions: number[] = []
  for (const { ask, accept } of questions)
    positions.push((await send('/tools/search', { query: ask })).slugs.findIndex((slug) => accept.test(slug)))
  const times: { [name: string]: number[] } = { search: [], list: [] }
  for (let round = 0; round < rounds; round++)
    for (const { ask } of questions) {
      times.search!.push((await send('/tools/search', { query: ask })).milliseconds)
      times.list!.push((await send('/external-users?limit=10')).milliseconds)
    }
  const summaryOf = (name: string) => {
    const sorted = times[name]!.toSorted((a, b) => a - b)
    return [0.5, 0.95, 0.99].map((share) => fixed(percentile(sorted, share), 2))
  }
  const within = (limit: number) =>
    fixed(positions.filter((position) => position >= 0 && position < limit).length / positions.length, 2)
  console.log(`
${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; one client, ${rounds} rounds of ${questions.length} questions, milliseconds; the first search took ${fixed(first.milliseconds)}

${table(
  ['over HTTP', 'p50', 'p95', 'p99'],
  [
    ['search over all tools', ...summaryOf('search')],
    ['a short list of end users', ...summaryOf('list')],
  ],
)}

with built-in tools and pieces among the rest: recall@1 ${within(1)}, recall@5 ${within(5)}, recall@10 ${within(10)}`)
}
