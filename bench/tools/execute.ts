import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { ask, forkChild } from '../children.ts'
import { type Product, startProduct } from '../product.ts'
import { fixed, percentile, table } from '../report-format.ts'
import { stopSignal } from '../stopping.ts'

/** What is sent, again and again. */
type Target = { name: string; method: string; url: string; headers: Record<string, string>; body?: string }
type Cell = { target: Target; maxConcurrent: number; times: number[] }
type Plan = { rounds: number; calls: number; maxMs: number }

const concurrencies = [1, 16]

/**
 * What executing a tool adds to calling the service behind it, over HTTP on both sides. All alternate in short rounds,
 * so that whatever else the machine does meanwhile falls on all of them alike.
 */
export async function benchExecute(plan: Plan): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const upstream = await ask<{ service: string; forwarding: string }>(
    forkChild(cleanup, 'tools/upstream.ts'),
    {},
    stopSignal(plan.maxMs),
  )
  const { port } = new URL(upstream.service)
  const product = await startProduct(cleanup, { STOA_ALLOW_PRIVATE: `127.0.0.1:${port}` })
  const targets: Target[] = [
    { name: 'the service itself', method: 'GET', url: `${upstream.service}/things/7`, headers: {} },
    { name: 'bare forwarding', method: 'POST', url: upstream.forwarding, headers: {} },
    ...(await toolsOf(product, upstream.service)),
  ]
  const agent = new Agent({ keepAlive: true, maxSockets: Math.max(...concurrencies) })
  cleanup.defer(() => agent.destroy())
  const cells = concurrencies.flatMap((maxConcurrent) =>
    targets.map((target): Cell => ({ target, maxConcurrent, times: [] })),
  )
  for (const { target, maxConcurrent } of cells)
    await load(agent, target, maxConcurrent, Math.ceil(plan.calls / 2))
  for (let round = 0; round < plan.rounds; round++)
    for (const { target, maxConcurrent, times } of cells)
      times.push(...(await load(agent, target, maxConcurrent, plan.calls)))
  report(cells, plan)
}

async function toolsOf({ url, apiKey }: Product, service: string): Promise<Target[]> {
  const headers = { 'x-api-key': apiKey, 'x-username': 'bench', 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer' } }
  const inputParameters = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  await post('/tools', {
    slug: 'bench_template',
    name: 'Thing',
    description: 'A thing.',
    toolkitSlug: 'bench',
    noAuth: true,
    inputParameters,
    http: { url: `${service}/things/{{id}}` },
  })
  await post('/toolkits/import/openapi', {
    slug: 'benchapi',
    spec: {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      servers: [{ url: service }],
      paths: { '/things/{id}': { get: { operationId: 'getThing', parameters: [id] } } },
    },
  })
  const target = (name: string, slug: string, args: object): Target => ({
    name,
    headers,
    method: 'POST',
    url: `${url}/api/v1/tools/execute/${slug}`,
    body: JSON.stringify({ arguments: args }),
  })
  return [
    target('custom HTTP tool', 'bench_template', { id: 7 }),
    target('OpenAPI operation', 'benchapi_get_thing', { id: 7 }),
    target('built-in http_request', 'http_request', { url: `${service}/things/7` }),
  ]
}

async function load(agent: Agent, target: Target, maxConcurrent: number, calls: number): Promise<number[]> {
  const times: number[] = []
  let left = calls
  const caller = async () => {
    while (left-- > 0) {
      const startedAt = performance.now()
      await call(agent, target)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, caller))
  return times
}

function call(agent: Agent, { method, url, headers, body, name }: Target): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request(url, { method, agent, headers }, async (response) => {
    const text = Buffer.concat(await response.toArray()).toString()
    // A refusal is quick, so that even one of them would flatter the figures.
    if (response.statusCode === 200 && !text.includes('"successful":false')) resolve()
    else reject(new Error(`${name}: ${text.slice(0, 500)}`))
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

function report(cells: readonly Cell[], { rounds, calls }: Plan): void {
  const rows = cells.map(({ target, maxConcurrent, times }) => {
    times.sort((a, b) => a - b)
    const others = cells.filter((each) => each.maxConcurrent === maxConcurrent)
    const [direct, bare] = others.map((each) => percentile(sorted(each.times), 0.5))
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    return [
      `${target.name}, concurrency ${maxConcurrent}`,
      fixed(p50, 2),
      fixed(p99, 2),
      fixed(p50 - direct!, 2),
      fixed(p50 / direct!, 1),
      fixed(p50 / bare!, 1),
    ]
  })
  console.log(`
${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; ${rounds} rounds of ${calls} calls, milliseconds

${table(['executing a tool', 'p50', 'p99', 'added p50', 'to the service', 'to bare forwarding'], rows)}`)
}

const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b)
