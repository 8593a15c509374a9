import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Ending, OpenInterpreter, SandboxDriver } from '../server/src/kernel/sandbox/driver.ts'
import type { Language } from '../server/src/kernel/sandbox/wire/messages.ts'
import { globalSetup, globalTeardown } from '../server/test/global-setup.ts'
import { startTestApp } from '../server/test/harness.ts'
import { fixed, median, percentile, table } from './figures.ts'
import { runBenchmark } from './stopping.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const times = options.short ? 30 : 300
const languages: readonly Language[] = ['javascript', 'python']
const script: Record<Language, string> = {
  javascript: 'return state.preview',
  python: 'return state["preview"]',
}

const nothing: Ending = {
  ...{ result: 'true', failure: null, stdout: '', stderr: '', ranMs: 1, isLost: false },
  truncated: { stdout: false, stderr: false },
}

await runBenchmark(main)

/**
 * What a script costs over HTTP, and what of that is not the sandbox: the same requests with an engine that answers at
 * once, so that they are authenticated, written down and paid for, and nothing is run.
 */
async function main(): Promise<void> {
  await globalSetup()
  const instant = await measure(languages.map(instantDriver))
  const real = await measure(undefined)
  await globalTeardown()
  const rows = [...real].map(([name, all]) => {
    const bare = median(instant.get(name)!)
    const sorted = all.toSorted((left, right) => left - right)
    return [
      name,
      fixed(bare, 2),
      fixed(sorted[0]!, 2),
      fixed(median(all), 2),
      fixed(percentile(sorted, 0.95), 2),
    ]
  })
  console.log(`${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; milliseconds\n`)
  console.log(table(['', 'without a sandbox, median', 'least', 'median', 'p95'], rows))
}

async function measure(sandboxDrivers: SandboxDriver[] | undefined): Promise<Map<string, number[]>> {
  const app = await startTestApp(sandboxDrivers ? { sandboxDrivers } : {})
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const found = new Map<string, number[]>()
  try {
    const origin = await app.listen()
    const { memberKey } = await app.newProject()
    const post = (path: string, body: object) => send(agent, `${origin}/api/v1${path}`, memberKey, body)
    for (const language of languages) {
      const { data } = (await post('/sandbox/sessions', {})) as { data: { id: string } }
      const body = { language, source: script[language] }
      const paths = { 'one-shot': '/code-sandbox/run', session: `/sandbox/sessions/${data.id}/execute` }
      for (const [name, path] of Object.entries(paths)) {
        for (let index = 0; index < 15; index++) await post(path, body)
        const all: number[] = []
        for (let index = 0; index < times; index++) {
          // As requests come: not one at the heels of the other.
          await pause(10)
          const startedAt = performance.now()
          await post(path, body)
          all.push(performance.now() - startedAt)
        }
        found.set(`${language}: ${name}`, all)
      }
    }
  } finally {
    agent.destroy()
    await app.stop()
  }
  return found
}

function send(agent: Agent, url: string, key: string, body: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const sent = request(url, { method: 'POST', agent, headers }, async (answer) => {
    const text = Buffer.concat(await answer.toArray()).toString()
    if (answer.statusCode === 200) resolve(JSON.parse(text))
    else reject(new Error(text))
  })
  sent.on('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}

function instantDriver(language: Language): SandboxDriver {
  const interpreter: OpenInterpreter = {
    execute: async () => nothing,
    save: async () => Buffer.from('nothing'),
    put: async () => undefined,
    get: async () => null,
    list: async () => [],
    delete: async () => false,
    exportFiles: async () => Buffer.alloc(0),
    importFiles: async () => undefined,
    close: async () => undefined,
    isLost: () => false,
  }
  const state = {
    ...{ isLive: true, isSealed: true, engine: 'none', warm: 1, starting: 0, waiting: 0, bound: 0 },
    fault: null,
  }
  return {
    ...{ name: 'instant', language, isolation: 'remote', isDurable: true, hasPackages: false },
    run: async () => nothing,
    open: async () => interpreter,
    state: async () => state,
  }
}
