import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Language } from '../server/src/kernel/sandbox/protocol/messages.ts'
import { type Product, startProduct } from './product.ts'
import { fixed, median, percentile, table } from './report-format.ts'
import { inRounds } from './sandbox/timing.ts'
import { runBenchmark } from './stopping.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const rounds = options.short
  ? { times: 3, inARow: 20, maxMs: 5_000 }
  : { times: 20, inARow: 25, maxMs: 15_000 }
// While there are no requests every process sleeps, and has to be woken.
const pauseMs = 10
const languages: readonly Language[] = ['javascript', 'python']
const script: Record<Language, string> = {
  javascript: 'return state.preview',
  python: 'return state["preview"]',
}

const loops: Record<Language, string> = { javascript: 'for (;;) {}', python: 'while True: pass' }
const greedyConcurrency = 12
const oneShot = '/code-sandbox/run'
const bareProduct = new URL('sandbox/bare-product.ts', import.meta.url)

await runBenchmark(main)

/**
 * What a script costs over HTTP, and what of that is not the sandbox: the same requests, alternating, to a product whose
 * engine responds immediately, so that they are authenticated, recorded and charged, and nothing is run. Both are
 * separate processes on an empty data directory. Then what becomes of it while another project takes whatever it
 * can get.
 */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const instant = serverAt(cleanup, await startProduct(cleanup, {}, bareProduct))
  const real = serverAt(cleanup, await startProduct(cleanup))
  const rows: string[][] = []
  for (const language of languages) rows.push(...(await costs(instant, real, language)))
  console.log(`${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; milliseconds\n`)
  console.log(table(['', 'without a sandbox', 'with', 'least', 'p95', 'the sandbox', 'ratio'], rows))
  for (const language of languages) console.log(await fairness(real, language))
}

type Post = (path: string, body: object) => Promise<unknown>
type Server = { newTenant(connections?: number): Promise<{ post: Post; leave(): void }> }

function serverAt(cleanup: AsyncDisposableStack, { url, newProject }: Product): Server {
  let tenants = 0
  return {
    async newTenant(connections = 1) {
      const key = await newProject(`tenant ${++tenants}`)
      const agent = new Agent({ keepAlive: true, maxSockets: connections })
      cleanup.defer(() => agent.destroy())
      return {
        post: (path, body) => send(agent, `${url}/api/v1${path}`, key, body),
        leave: () => agent.destroy(),
      }
    },
  }
}

async function costs(instant: Server, real: Server, language: Language): Promise<string[][]> {
  const body = { language, source: script[language] }
  const works = await Promise.all(
    [instant, real].map(async (server) => {
      const { post } = await server.newTenant()
      const { data } = (await post('/sandbox/sessions', {})) as { data: { id: string } }
      return { 'one-shot': oneShot, session: `/sandbox/sessions/${data.id}/execute`, post }
    }),
  )
  const rows: string[][] = []
  for (const kind of ['one-shot', 'session'] as const) {
    const [bare, whole] = works.map(
      ({ post, ...paths }) =>
        () =>
          post(paths[kind], body),
    )
    await inRounds({ times: 15, maxMs: 5_000 }, bare!, whole!)
    for (const between of [0, pauseMs]) {
      const [without, all] = await inRounds({ ...rounds, pauseMs: between }, bare!, whole!)
      const sorted = all!.toSorted((left, right) => left - right)
      const [before, now] = [median(without!), median(all!)]
      const measurements = [before, now, sorted[0]!, percentile(sorted, 0.95), now - before, now / before]
      const pauses = between === 0 ? 'one after another' : `every ${between} ms`
      rows.push([`${language}: ${kind}, ${pauses}`, ...measurements.map((value) => fixed(value, 2))])
    }
  }
  return rows
}

/** A trivial run by itself, and while another project runs loops in all the places it is given. */
async function fairness(server: Server, language: Language): Promise<string> {
  const modest = await server.newTenant()
  const trivial = () => modest.post(oneShot, { language, source: script[language] })
  await inRounds({ times: 15, maxMs: 5_000 }, trivial)
  const quiet: number[] = []
  const underLoad: number[] = []
  // Twice each, so that what else the machine does is not taken for the loops.
  for (let round = 0; round < 2; round++) {
    quiet.push(...(await half(trivial)))
    const greedy = await server.newTenant(greedyConcurrency)
    const loop = { language, source: loops[language], timeout: 20_000 }
    const looping = Array.from({ length: greedyConcurrency }, () =>
      greedy.post(oneShot, loop).catch(() => {}),
    )
    underLoad.push(...(await half(trivial)))
    greedy.leave()
    await Promise.all(looping)
  }
  const [alone, then] = [median(quiet), median(underLoad)]
  return `${language}: a trivial run takes ${fixed(alone, 2)} ms by itself and ${fixed(then, 2)} beside ${greedyConcurrency} loops of another project: ${fixed(then - alone, 2)} ms more, ${fixed(then / alone, 2)} times as long`
}

async function half(work: () => Promise<unknown>): Promise<number[]> {
  const { times, inARow, maxMs } = rounds
  const [found] = await inRounds({ times: (times * inARow) / 4, maxMs: maxMs / 2, pauseMs }, work)
  return found!
}

function send(agent: Agent, url: string, key: string, body: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const sent = request(url, { method: 'POST', agent, headers }, async (response) => {
    const text = Buffer.concat(await response.toArray()).toString()
    if (response.statusCode === 200) resolve(JSON.parse(text))
    else reject(new Error(text))
  })
  sent.on('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}
