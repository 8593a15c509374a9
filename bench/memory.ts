import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { prepareOperations } from '../server/test/costs/operations.ts'
import { type Share, sharesBelow } from '../server/test/memory-shares.ts'
import { createApiCall } from './guard/api-call.ts'
import { describeMachine } from './machine.ts'
import { concurrently } from './measure.ts'
import { startServer } from './product.ts'
import { fixed, markdown } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

const { values: options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, minutes: { type: 'string', default: '0' } },
})
const minutes = Number(options.minutes)
const plan = {
  pageStep: options.short ? 60 : 1,
  requests: options.short ? 300 : 10_000,
  concurrency: 8,
  // Long enough for pools to close what is idle and for the collector to notice.
  settleMs: options.short ? 1_000 : 20_000,
  maxMs: (30 + minutes * 2) * 60_000,
}

const kinds: readonly [string, RegExp][] = [
  ['database', /postgres/],
  ['supervisor', /start --json$/],
  ['server', /start /],
]

type Phase = { name: string; shares: Share[] }

await runBenchmark(main)

/**
 * What the product takes of the machine, supervisor and database included, by process: idle, after every page of the
 * catalogue of tools, after mixed requests, and with `--minutes 60` after as long of them.
 */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const server = await startServer(cleanup, {}, undefined, [])
  const call = createApiCall(cleanup, server.url, server.apiKey)
  const phases: Phase[] = []
  const measure = async (name: string) => {
    await pause(plan.settleMs, undefined, { signal })
    phases.push({ name, shares: sharesBelow(server.pid) })
  }
  await call('GET', '/users/profile')
  await measure('idle')
  await walkCatalogue(server, signal)
  await measure('after all tools of the catalogue')
  const operations = await prepareOperations(call)
  let next = 0
  const one = () => {
    signal.throwIfAborted()
    return operations[next++ % operations.length]!.run()
  }
  const none = { count: Number.POSITIVE_INFINITY, maxMs: Number.POSITIVE_INFINITY }
  await concurrently(one, { ...none, count: plan.requests }, plan.concurrency)
  await measure(`after ${plan.requests} mixed requests`)
  if (minutes > 0) {
    await concurrently(one, { ...none, maxMs: minutes * 60_000 }, plan.concurrency)
    await measure(`after ${minutes} minutes of them`)
  }
  report(phases)
}

async function walkCatalogue({ url, apiKey }: { url: string; apiKey: string }, signal: AbortSignal) {
  for (let page = 1, isMore = true; isMore; page += plan.pageStep) {
    const response = await fetch(`${url}/api/v1/tools?limit=100&page=${page}&kind=all`, {
      headers: { 'x-api-key': apiKey },
      signal,
    })
    const { hasNextPage } = (await response.json()) as { hasNextPage: boolean }
    if (!response.ok) throw new Error(`page ${page} of the tools: ${response.status}`)
    isMore = hasNextPage
  }
}

function kindOf({ command }: Share): string {
  return kinds.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other'
}

function report(phases: readonly Phase[]): void {
  const names = [...kinds.map(([name]) => name), 'other']
  const sumOf = (shares: Share[]) => shares.reduce((sum, { mb }) => sum + mb, 0)
  const rows = phases.map(({ name, shares }) => [
    name,
    fixed(sumOf(shares)),
    ...names.map((kind) => {
      const own = shares.filter((each) => kindOf(each) === kind)
      return own.length === 0 ? '-' : `${fixed(sumOf(own))} (${own.length})`
    }),
  ])
  console.log(`${describeMachine()}\n`)
  console.log(markdown(['PSS in MB (processes)', 'together', ...names], rows))
}
