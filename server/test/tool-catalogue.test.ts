import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Document, OpenAPIBackend } from 'openapi-backend'
import type { ToolCall, ToolkitEntry } from '../src/areas/toolkits/providers/provider.ts'
import { openCatalogueFiles } from '../src/areas/toolkits/shipped/catalogue-files.ts'
import { createShippedProvider } from '../src/areas/toolkits/shipped/provider.ts'
import { sampleFor } from '../src/areas/toolkits/shipped/testing.ts'
import { createOutbound } from '../src/kernel/net/outbound.ts'
import { systemScope } from '../src/kernel/scope.ts'

/** Toolkits whose every operation is called, with those tools that the mock cannot judge. */
const called: { [toolkit: string]: readonly string[] } = {
  // A form with one file does not say that it is a list.
  elevenlabs: ['elevenlabs_add_voice_v1_voices_add_post'],
  gmail: [],
  'google-calendar': [],
  'google-drive': [],
  'google-sheets': [],
  'google-tasks': [],
  'notion-api': [],
  openai: [],
  'slack-api': [],
  spotify: [],
  telegram: [],
  twitter: [],
}

const files = openCatalogueFiles()
let backend: OpenAPIBackend
let basePath = ''

const mock = createServer(async (request, response) => {
  const body = await bodyOf(request)
  const { pathname, search } = new URL(request.url!, 'http://mock')
  const refusal = await backend.handleRequest({
    method: request.method!,
    path: pathname.slice(basePath.length) || '/',
    query: search,
    headers: request.headers as Record<string, string>,
    body,
  })
  response.writeHead(refusal ? 400 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(refusal ?? {}))
})

/** The mock reads JSON by itself; forms are handed to it as what they say. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) return undefined
  const type = request.headers['content-type'] ?? ''
  if (type.includes('json')) return bytes.toString()
  if (!/form/.test(type)) return { bytes: bytes.length }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  return Object.fromEntries([...form].map(([name, value]) => [name, partOf(value)]))
}

/** Parts of forms that are more than text are written as JSON. */
function partOf(value: unknown): unknown {
  if (typeof value !== 'string') return 'file'
  return /^[[{]/.test(value) ? JSON.parse(value) : value
}

const outbound = createOutbound({ allowPrivate: [{ cidr: '127.0.0.1/32', port: null }], userAgent: 'test' })

const provider = createShippedProvider({
  files,
  outbound: {
    /** The same request, to the mock instead of the service. */
    request: ({ url, ...rest }) => {
      const { pathname, search } = new URL(url)
      const { port } = mock.address() as AddressInfo
      const target = `http://127.0.0.1:${port}${pathname}${search}`
      return outbound.request({ ...rest, url: target, allowedHosts: ['127.0.0.1'] })
    },
  },
})

async function startMock({ slug, baseUrl }: ToolkitEntry): Promise<void> {
  const text = await files.document((await files.toolkits()).bySlug.get(slug)!)
  const { security: _, ...definition } = JSON.parse(text.toString())
  for (const operation of Object.values(definition.paths).flatMap((item) => Object.values(item as object)))
    delete operation.security
  basePath = new URL(baseUrl!.replace(/[{}]/g, '')).pathname.replace(/\/$/, '')
  backend = new OpenAPIBackend({
    definition: definition as Document,
    quick: true,
    ajvOpts: { strict: false, validateFormats: false, logger: false, coerceTypes: true },
    handlers: {
      validationFail: ({ validation }) =>
        validation.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? ['refused'],
      notFound: () => ['there is no such operation'],
      notImplemented: () => null,
    },
  })
  await backend.init()
}

async function callFor(toolkit: ToolkitEntry, slug: string): Promise<ToolCall> {
  const tool = await provider.findTool(slug)
  assert.ok(tool, slug)
  const [scheme] = toolkit.authSchemes
  const values = Object.fromEntries((scheme?.connectionFields ?? []).map(({ name }) => [name, name]))
  return {
    scope: systemScope('0b5b8a7e-6d2f-4c1a-9a51-0c7d5a3c1e10'),
    toolkit,
    tool,
    arguments: sampleFor(tool.inputParameters) as Record<string, unknown>,
    credentials: scheme
      ? {
          connectedAccountId: null,
          scheme,
          values: { ...values, access_token: 't' },
          allowedHosts: scheme.allowedHosts,
        }
      : null,
    timeoutMs: 10_000,
    signal: AbortSignal.timeout(10_000),
    idempotencyKey: 'key',
    saveFile: async () => 'file',
    openFile: async () => ({ name: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('hello') }),
  }
}

describe('calls of shipped tools', () => {
  before(() => new Promise<void>((resolve) => mock.listen(0, '127.0.0.1', resolve)))
  after(async () => {
    mock.close()
    await outbound.close()
    await provider.close?.()
  })

  for (const [slug, known] of Object.entries(called))
    it(`are what the description of ${slug} asks for`, async () => {
      const toolkit = await provider.findToolkit(slug)
      assert.ok(toolkit)
      await startMock(toolkit)
      const refused: string[] = []
      const tools = await provider.listTools(slug)
      for (const tool of tools) {
        const outcome = await provider.execute(await callFor(toolkit, tool.slug))
        if (!outcome.successful && !known.includes(tool.slug))
          refused.push(`${tool.slug}: ${outcome.error} ${JSON.stringify(outcome.data ?? '')}`.slice(0, 300))
      }
      assert.ok(tools.length > 5, 'most of its operations are there')
      assert.deepEqual(refused, [])
    })
})
