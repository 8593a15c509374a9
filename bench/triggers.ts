import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ask, forkChild } from './children.ts'
import { describeMachine } from './machine.ts'
import { type Measurements, measure, roundsWithin, warmUp } from './measure.ts'
import { type Product, startProduct } from './product.ts'
import { fixed, grouped, markdown, median } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'
import { addSchedules, type IdleCost, measureIdle } from './triggers/idle-schedules.ts'
import { graphOf } from './workflows/graphs.ts'
import { createHttpClient } from './workflows/http-client.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = {
  ...(options.short
    ? { rounds: 1, alone: { count: 20, maxMs: 500 }, together: { count: 200, maxMs: 1_000 }, idleSeconds: 5 }
    : {
        rounds: 5,
        alone: { count: 100, maxMs: 800 },
        together: { count: 1_000, maxMs: 2_000 },
        idleSeconds: 60,
      }),
  concurrency: 16,
  roundsMs: 100_000,
  maxMs: 420_000,
}
// One URL takes 1,200 requests per minute.
const urlCount = 50
const scheduleCount = 10_000
const secret = 'the secret of the benchmark'

type Contestant = { name: string; pid: number; work(): Promise<void>; rounds: Measurements[] }

/** What it costs to accept a signed webhook, beside a plain server that inserts it; and what schedules cost that are not due. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const machine = describeMachine()
  const product = await startProduct(cleanup, { STOA_PIECES: '0' })
  const { url: plainUrl, pid } = await startPlain(cleanup, product, signal)
  const client = createHttpClient({ 'x-api-key': product.apiKey })
  cleanup.defer(client.close)
  const [urls, executing]: string[][] = [[], []]
  for (let i = 0; i < urlCount; i++) {
    urls!.push(await newHook(product, client, { name: `hook ${i}` }))
    const workflowId = await newWorkflow(product, client)
    executing!.push(await newHook(product, client, { name: `hook ${i}`, workflowId }))
  }
  const ours = [
    contestant('Stoa: verify, store, event', product.pid, urls!),
    contestant('Stoa: the same, and a workflow', product.pid, executing!),
  ]
  const plain = contestant('Fastify: verify, insert', pid, [`${plainUrl}/hooks/token`])
  for (const round of roundsWithin(plan.rounds, plan.roundsMs))
    for (const each of [...ours, plain]) {
      signal.throwIfAborted()
      const amounts = round < 0 ? { ...plan, ...warmUp } : plan
      const measurements = await measure(each.work, amounts, { ...product, pid: each.pid })
      if (round >= 0) each.rounds.push(measurements)
    }
  report(machine, ours, plain)
  await reportSchedules(product, client)
}

type Client = ReturnType<typeof createHttpClient>

/** Of one expression, so that what is measured is that it is started, recorded and ended. */
async function newWorkflow({ url }: Product, client: Client): Promise<string> {
  const base = `${url}/api/v1/workflow/manager`
  const graph = graphOf([{ id: 'total', type: 'set', values: { total: '{{ input.data.total * 2 }}' } }])
  const { id } = (await client.call('POST', `${base}/create`, { name: 'orders', graph })) as { id: string }
  await client.call('PATCH', `${base}/activeStatus/${id}`, { activeStatus: true })
  return id
}

async function newHook({ url }: Product, client: Client, fields: { name: string; workflowId?: string }) {
  const body = { ...fields, triggerConfig: { signature: 'hmac', secret } }
  const path = `${url}/api/v1/trigger_instances/webhook/upsert`
  const saved = (await client.call('POST', path, body)) as { webhookUrl: string }
  return `${url}${new URL(saved.webhookUrl).pathname}`
}

async function startPlain(cleanup: AsyncDisposableStack, { database }: Product, signal: AbortSignal) {
  const child = forkChild(cleanup, 'triggers/plain-hooks.ts')
  const { url } = await ask<{ url: string }>(child, { database, secret }, signal)
  return { url, pid: child.pid! }
}

/** Sends a new event to the next of the URLs. */
function contestant(name: string, pid: number, urls: readonly string[]): Contestant {
  const agent = new Agent({ keepAlive: true })
  let sent = 0
  const work = () => {
    const body = JSON.stringify({
      id: randomUUID(),
      type: 'order.created',
      data: { total: 12.5, name: 'Ada' },
    })
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-signature': signature }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const post = request(urls[sent++ % urls.length]!, { agent, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 202) resolve()
        else reject(new Error(`${name}: ${response.statusCode}`))
      })
    })
    post.on('error', reject).end(body)
    return promise
  }
  return { name, pid, work, rounds: [] }
}

function report(machine: string, ours: readonly Contestant[], plain: Contestant): void {
  const of = ({ rounds }: Contestant, key: keyof Measurements) => median(rounds.map((each) => each[key]))
  const toPlain = (one: Contestant, key: keyof Measurements) =>
    median(one.rounds.map((each, round) => each[key] / plain.rounds[round]![key]))
  const lines = [...ours, plain].map((one) => [
    one.name,
    fixed(of(one, 'p50'), 1),
    fixed(of(one, 'p90'), 1),
    grouped(of(one, 'perSecond')),
    grouped(of(one, 'cpu')),
    grouped(of(one, 'databaseCpu')),
    fixed(toPlain(one, 'perSecond'), 2),
  ])
  const head = [
    '',
    'p50 ms',
    'p90 ms',
    `per second at ${plan.concurrency}`,
    'CPU µs',
    'database µs',
    'rate to plain',
  ]
  console.log(`${machine}. ${plain.rounds.length} alternating rounds after one of warm-up, medians:

${markdown(head, lines)}
`)
}

async function reportSchedules(product: Product, client: Client): Promise<void> {
  const pool = new pg.Pool({ ...product.database, max: 1 })
  const body = { triggerConfig: { expression: '0 0 1 1 *' } }
  const saved = (await client.call('POST', `${product.url}/api/v1/trigger_instances/cron/upsert`, body)) as {
    triggerId: string
  }
  const without = await measureIdle(product, plan.idleSeconds)
  await addSchedules(pool, saved.triggerId, scheduleCount)
  const withThem = await measureIdle(product, plan.idleSeconds)
  await pool.end()
  const line = (name: string, { server, database }: IdleCost) => [name, grouped(server), grouped(database)]
  console.log(`Idle, milliseconds of processor time per minute, measured for ${plan.idleSeconds} s:

${markdown(
  ['', 'server', 'database'],
  [line('1 schedule', without), line(`${grouped(scheduleCount)} schedules`, withThem)],
)}
`)
}

await runBenchmark(main)
