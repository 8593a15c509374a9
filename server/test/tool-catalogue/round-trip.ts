import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Document, OpenAPIBackend } from 'openapi-backend'
import { openCatalogueFiles } from '../../src/areas/openapi-tools/shipped/catalogue-files.ts'
import { createShippedProvider } from '../../src/areas/openapi-tools/shipped/provider.ts'
import { sampleFor } from '../../src/areas/openapi-tools/shipped/testing.ts'
import type { ToolCall, ToolkitEntry } from '../../src/areas/toolkits/ports/provider.ts'
import * as signing from '../../src/areas/toolkits/service/sign.ts'
import { createOutbound } from '../../src/kernel/net/outbound.ts'
import { systemScope } from '../../src/kernel/scope.ts'

// The mock reads the schemas of an operation when it is called first, which takes a while for the largest.
const callTimeoutMs = 120_000

export type RoundTrips = Awaited<ReturnType<typeof startRoundTrips>>

/**
 * Calls every tool of a shipped toolkit with values made from its own schema, through the real executor, to a mock that
 * holds each request against the description that the tool was made of.
 */
export async function startRoundTrips() {
  const files = openCatalogueFiles()
  let backend: OpenAPIBackend
  let basePath = ''
  // Credentials are separate from the parameters of an operation.
  let credentialNames: readonly string[] = []

  let queried: readonly ((address: URL) => boolean)[] = []

  const mock = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const address = new URL(request.url!, 'http://mock')
    const { pathname, searchParams } = address
    for (const name of credentialNames) searchParams.delete(name)
    const refusal = queried.some((fits) => fits(address))
      ? null
      : await backend
          .handleRequest({
            method: request.method!,
            path: withoutEnd(pathname.slice(basePath.length)) || '/',
            query: `?${searchParams}`,
            headers: request.headers as Record<string, string>,
            body,
          })
          // A schema that is none cannot be held against anything, and must not end the round.
          .catch((error: Error) => [`the mock cannot read the description: ${error.message}`])
    response.writeHead(refusal ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(refusal ?? {}))
  })

  const outbound = createOutbound({ allowPrivate: [{ cidr: '127.0.0.1/32', port: null }], userAgent: 'test' })

  const provider = createShippedProvider({
    signing,
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

  async function startMock({ slug, baseUrl, authSchemes }: ToolkitEntry): Promise<void> {
    const placements = authSchemes[0]?.placements ?? []
    credentialNames = placements.filter((each) => each.in === 'query').map(({ name }) => name)
    const text = await files.document((await files.toolkits()).bySlug.get(slug)!)
    const { security: _, ...definition } = JSON.parse(text.toString(), withoutEmptyChoice)
    for (const operation of Object.values(definition.paths).flatMap((item) => Object.values(item as object)))
      delete operation.security
    definition.paths = Object.fromEntries(
      Object.entries(definition.paths).map(([path, item]) => [withoutEnd(path), item]),
    )
    basePath = new URL(baseUrl!.replace(/[{}]/g, '')).pathname.replace(/\/$/, '')
    queried = Object.keys(definition.paths).flatMap((path) => queryIn(path, basePath))
    backend = new OpenAPIBackend({
      definition: definition as Document,
      quick: true,
      // Unoptimized: each check is used a few times, and making it smaller takes longer than all of that.
      ajvOpts: {
        strict: false,
        validateFormats: false,
        logger: false,
        coerceTypes: true,
        code: { optimize: false },
      },
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
    if (!tool) throw new Error(`there is no ${slug}`)
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
      timeoutMs: callTimeoutMs,
      signal: AbortSignal.timeout(callTimeoutMs),
      idempotencyKey: 'key',
      saveFile: async () => 'file',
      openFile: async () => ({ name: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('hello') }),
    }
  }

  await once(mock.listen(0, '127.0.0.1'), 'listening')

  return {
    toolkits: provider.listToolkits,
    /** What was refused, and why; and how many tools there are. */
    async through(slug: string): Promise<{ tools: number; refused: { slug: string; why: string }[] }> {
      const toolkit = await provider.findToolkit(slug)
      if (!toolkit) throw new Error(`there is no toolkit ${slug}`)
      await startMock(toolkit)
      const refused: { slug: string; why: string }[] = []
      const tools = await provider.listTools(slug)
      for (const tool of tools) {
        const outcome = await provider.execute(await callFor(toolkit, tool.slug))
        if (!outcome.successful)
          refused.push({
            slug: tool.slug,
            why: `${outcome.error} ${JSON.stringify(outcome.data ?? '')}`.slice(0, 300),
          })
      }
      return { tools: tools.length, refused }
    },
    async stop(): Promise<void> {
      mock.close()
      await outbound.close()
      await provider.close?.()
    },
  }
}

/** The mock takes `/a/` and `/a` for the same, services do not. */
const withoutEnd = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '/-end-') : path)

/** Some descriptions have a query in their paths, which the mock would not find. */
function queryIn(path: string, basePath: string): ((address: URL) => boolean)[] {
  const [bare, query] = path.split('?', 2)
  if (query === undefined) return []
  const names = [...new URLSearchParams(query).keys()]
  const form = RegExp(`^${basePath}${bare!.replace(/\{[^{}]*\}/g, '[^/]+')}$`)
  return [
    ({ pathname, searchParams }) => form.test(pathname) && names.every((name) => searchParams.has(name)),
  ]
}

/** A choice of nothing is no condition; tools do not have it either. */
const withoutEmptyChoice = (key: string, value: unknown): unknown =>
  key === 'enum' && Array.isArray(value) && value.length === 0 ? undefined : value

/** The mock reads JSON by itself; forms are passed to it decoded. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) return undefined
  const type = request.headers['content-type'] ?? ''
  if (type.includes('json')) return bytes.toString()
  if (!/form/.test(type)) return { bytes: bytes.length }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const whole: Nested = {}
  for (const [name, value] of form)
    put(
      whole,
      name.split(/\[|\]\[|\]$/).filter((_, i, all) => i < all.length - 1 || !name.endsWith(']')),
      partOf(value),
    )
  return whole
}

type Nested = { [key: string]: unknown }

/** `a[b][]=1` as `{ a: { b: [1] } }`. */
function put(into: Nested, [name = '', next, ...rest]: readonly string[], value: unknown): void {
  const key = name === '' ? String(Object.keys(into).length) : name
  if (next === undefined) {
    into[key] = value
    return
  }
  into[key] ??= /^\d*$/.test(next) ? [] : {}
  put(into[key] as Nested, [next, ...rest], value)
}

/** Parts of forms that are more than text are written as JSON. */
function partOf(value: unknown): unknown {
  if (typeof value !== 'string') return 'file'
  return /^[[{]/.test(value) ? JSON.parse(value) : value
}
