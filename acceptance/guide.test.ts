import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { toCurl, toSdk } from '../dashboard/src/components/code/call-snippets.ts'
import { fillExample, neededBy, valueAt } from '../dashboard/src/pages/guide/example/fill-example.ts'
import { type Example, parseExample } from '../dashboard/src/pages/guide/example/parse-example.ts'
import { parseMarkdown } from '../markdown/parse-markdown.ts'
import { createStoa, isStoaError } from '../sdk/src/index.ts'
import { target } from './harness/client.ts'
import { outsideAddress } from './harness/start-server.ts'
import { until } from './harness/until.ts'

/** Every request and every script of the guide, sent as readers would send it: with curl and with the SDK. */
const folder = fileURLToPath(new URL('../docs/guide/', import.meta.url))
const pages = globSync('**/*.md', { cwd: folder }).sort()
const { baseUrl, adminKey } = target()
const run = promisify(execFile)

// The pages name a site of the world: a server on another address of this machine plays it.
const site = createServer((_, response) =>
  response
    .setHeader('content-type', 'text/html')
    .end('<title>Example</title><h1>Example</h1><a href="/more">More information</a>'),
)
before(() => new Promise<void>((resolve) => site.listen(0, outsideAddress, resolve)))
after(() => site.close())
const atHome = (text: string) =>
  text
    .replaceAll('https://example.com', `http://${outsideAddress}:${(site.address() as AddressInfo).port}`)
    .replaceAll('"example.com"', `"${outsideAddress}"`)

const blocksOf = (page: string) =>
  parseMarkdown(readFileSync(folder + page, 'utf8')).flatMap((block) =>
    block.kind === 'code' ? [block] : [],
  )

async function sendWithCurl(example: Example, values: Record<string, string>): Promise<unknown> {
  const command = toCurl(fillExample(example, values), baseUrl)
  const { stdout } = await run('sh', ['-c', `${command} --silent --show-error --fail-with-body`], {
    env: { ...process.env, STOA_API_KEY: adminKey },
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${command}\n${error.stderr}\n${error.stdout}`)
  })
  if (example.streams) assert.match(stdout, /^(event|data): /m, command)
  return example.streams ? null : parsed(stdout)
}

/** An export has a line for each object. */
const parsed = (text: string): unknown => {
  const [first = ''] = text.split('\n', 1)
  return JSON.parse(first.endsWith('}') ? first : text) as unknown
}

/** The same request once more. That what it creates exists already is what the server may respond to that. */
async function sendWithSdk(example: Example, values: Record<string, string>): Promise<void> {
  const script = toSdk(fillExample(example, values), baseUrl)
  try {
    const printed = await runScript(script)
    if (example.streams) assert.ok(printed.length > 0, script)
  } catch (error) {
    if (!isStoaError(error) || error.status !== 409) throw new Error(script, { cause: error })
  }
}

/** A browser takes one of few places until it is closed, and what was deleted cannot be deleted again. */
const canRepeat = ({ method, path, isCurlOnly }: Example) =>
  !isCurlOnly && method !== 'DELETE' && path !== '/api/v1/browser/sessions'

const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<unknown>

/** As a separate script, but for the line that imports the SDK. */
async function runScript(text: string): Promise<unknown[]> {
  const printed: unknown[] = []
  const script = stripTypeScriptTypes(text.replace("import { createStoa } from '@stoa/sdk'", ''))
  const env = { STOA_API_KEY: adminKey, STOA_BASE_URL: baseUrl }
  const output = { log: (...values: unknown[]) => printed.push(...values) }
  await new AsyncFunction('createStoa', 'process', 'console', script)(createStoa, { env }, output)
  return printed
}

/** Work that failed is reported with 200: the request itself was right. */
function assertNothingFailed(body: unknown): void {
  const [status, success] = [valueAt(body, 'data.status'), valueAt(body, 'data.successful')]
  assert.ok(!['failed', 'error', 'timed_out'].includes(String(status)), JSON.stringify(body))
  assert.notEqual(success, false, JSON.stringify(body))
  assert.equal(valueAt(body, 'result.isError') ?? false, false, JSON.stringify(body))
}

async function runExample(text: string, values: Record<string, string>): Promise<void> {
  const example = parseExample(text)
  for (const name of neededBy(example)) assert.ok(values[name], `${name} comes from no response before`)
  const { until: awaited } = example
  let body = await sendWithCurl(example, values)
  if (awaited)
    await until(awaited.path, async () => {
      body = await sendWithCurl(example, values)
      return valueAt(body, awaited.path) === awaited.value
    })
  assertNothingFailed(body)
  // The text below an execution is about its result, so the response must have one.
  if (example.path.includes('/manager/execute/'))
    assert.notEqual(valueAt(body, 'data.status'), 'running', JSON.stringify(body))
  for (const { name, path } of example.saves) {
    const found = valueAt(body, path)
    assert.equal(typeof found, 'string', `${path} in ${JSON.stringify(body).slice(0, 500)}`)
    values[name] = found as string
  }
  if (canRepeat(example)) await sendWithSdk(example, values)
}

async function runPage(page: string): Promise<void> {
  const values: Record<string, string> = { unique: randomBytes(3).toString('hex') }
  for (const { language, text } of blocksOf(page)) {
    if (language === 'http') await runExample(atHome(text), values)
    else if (language === 'ts') assert.ok((await runScript(atHome(text))).length > 0, text)
    else if (language === 'json') JSON.parse(text)
    else assert.match(language, /^(text|html)$/)
  }
}

describe('The guide', () => {
  it('has requests that work with curl and the SDK, and scripts that run', async (context) => {
    for (const page of pages) await context.test(page, () => runPage(page))
  })
})
