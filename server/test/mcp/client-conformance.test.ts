import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { accountPath, configPath, createPerson } from '../../src/areas/connections/testing.ts'
import { type ApiResponse, startTestApp, type TestProject } from '../harness.ts'
import { argumentsFor } from './arguments-for.ts'

const app = await startTestApp({ hasPieces: false, allowPrivate: '127.0.0.1/32,::1/128' })
after(() => app.stop())

type Told = { url: string; scenario: string; context?: string }

const imports = '/api/v1/toolkits/import/mcp'

/** Gives consent for a link at the server of the suite, which redirects immediately. */
async function consent(redirectUrl: string): Promise<void> {
  const person = createPerson(app)
  const { url, cookie } = await person.depart(redirectUrl)
  const response = await fetch(url, { redirect: 'manual' })
  const location = response.headers.get('location')
  assert.ok(location, `${response.status} ${await response.text()}`)
  const back = await person.comeBack(new URL(location), cookie)
  assert.equal(back.status, 200, back.text)
  assert.match(back.text, /is connected/)
}

/**
 * Signs in as the server says; a client that is registered by hand is that of the context. Returns whether the server then
 * takes the token: one that has moved to another authorization server does not.
 */
async function connect({ admin }: TestProject, slug: string, context: string | undefined): Promise<boolean> {
  const listed = await admin.get(`${configPath}?toolkitSlug=${slug}`)
  let id = listed.body.data[0]?.id
  if (id === undefined) {
    const { client_id, client_secret } = JSON.parse(context ?? '{}') as Record<string, string>
    const credentials = { client_id, ...(client_secret === undefined ? {} : { client_secret }) }
    const authConfig = { type: 'use_custom_auth', authScheme: 'OAUTH2', credentials }
    const made = await admin.post(configPath, { toolkit: { slug }, authConfig })
    assert.equal(made.status, 200, made.text)
    id = made.body.data.id
  }
  const link = await admin.post(`${accountPath}/link`, { authConfigId: id })
  assert.equal(link.status, 200, link.text)
  await consent(link.body.data.redirectUrl)
  const refreshed = await admin.post(`/api/v1/toolkits/byId/${slug}/refresh`, {})
  if (refreshed.body.error?.upstreamStatus === 401) return false
  assert.equal(refreshed.status, 200, refreshed.text)
  return true
}

/** Imports the server, and signs in where it requires that; again after it has moved, as the reference says. */
async function importServer(project: TestProject, told: Told, attempt = 1): Promise<ApiResponse> {
  const { url, scenario, context } = told
  const { admin } = project
  const isGuarded = scenario.startsWith('auth/')
  const authSchemes = isGuarded ? ['DCR_OAUTH'] : undefined
  const imported = await admin.post(imports, { slug: 'suite', url, authSchemes })
  if (!isGuarded || imported.status !== 200 || (await connect(project, 'suite', context))) return imported
  assert.equal(attempt, 1, 'the token of the second authorization server is refused')
  const removed = await admin.delete('/api/v1/toolkits/byId/suite?cascade=true')
  assert.equal(removed.status, 200, removed.text)
  return importServer(project, told, attempt + 1)
}

/** Each tool with the least that it takes, and the calls that the suite names. */
async function callsOf({ admin }: TestProject, context = '{}') {
  const tools = await admin.get('/api/v1/tools?toolkitSlug=suite&limit=100&fields=slug,inputParameters')
  const { toolCalls = [] } = JSON.parse(context) as { toolCalls?: { name: string; arguments: object }[] }
  return [
    ...tools.body.data.map(({ slug, inputParameters }: { slug: string; inputParameters: object }) => ({
      slug,
      args: argumentsFor(inputParameters),
    })),
    ...toolCalls.map(({ name, arguments: args }) => ({ slug: `suite_${name}`, args })),
  ]
}

/** Imports the server, signs in where it requires that, and calls each tool, with more rights where they are required. */
async function use(told: Told): Promise<void> {
  const { scenario, context } = told
  const project = await app.newProject()
  const { admin } = project
  const imported = await importServer(project, told)
  if (scenario === 'initialize' && imported.body.error?.code === 'upstream_error') return
  assert.equal(imported.status, 200, imported.text)
  for (const { slug, args } of await callsOf(project, context)) {
    const call = () => admin.post(`/api/v1/tools/execute/${slug}`, { arguments: args })
    const called = await call()
    if (called.body.error?.code !== 'connection_required') continue
    await consent(called.body.error.redirectUrl)
    await call()
  }
}

const driver = createServer(async (request, response) => {
  const told = JSON.parse(await text(request)) as Told
  await use(told).then(
    () => response.end('done'),
    (error) => response.writeHead(500).end(`${told.scenario}: ${error.message}`),
  )
}).listen(0, '127.0.0.1')
await once(driver, 'listening')
after(() => driver.close())

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const expected = fileURLToPath(new URL('expected-failures/client-2026-07-28.yml', import.meta.url))
const command = `${process.execPath} ${join(import.meta.dirname, 'drive-client.mjs')}`

it('the official conformance suite of clients passes for 2026-07-28', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-conformance-'))
  const requirements = ['--requirements', '2026-07-28', '--expected-failures', expected, '-o', folder]
  const child = spawn(process.execPath, [suite, 'client', '--command', command, ...requirements], {
    env: { ...process.env, CLIENT_DRIVER_URL: `http://127.0.0.1:${(driver.address() as AddressInfo).port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  await rm(folder, { recursive: true })
  assert.equal(code, 0, `${printed}${errors}`.slice(-6_000))
})
