import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePolicy } from '../auth/origin-guard.ts'
import { acceptedEncodings } from '../response/compression.ts'
import { routerPath } from '../route-table.ts'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

// Best first: what a client names and we have is sent as it lies there, so nothing is compressed while it waits.
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

type Variant = { encoding: string | null; body: Buffer }
type BuiltFile = { contentType: string; etag: string; variants: Variant[] }

export type SinglePageApp = {
  /** The paths of the app's pages, in the form of endpoint paths. All of them serve the same document. */
  paths: string[]
  document: BuiltFile
  /** By path. Their names hold a hash of what is in them, so they never change. */
  assets: Map<string, BuiltFile>
  /** The script that pages of others load, at `embedPath`; null where the build has none. */
  embed: BuiltFile | null
}

export const embedPath = '/embed.js'

/**
 * Reads a built app once: only files that were there at start are ever served. Null when it has not been built. The
 * build lists the app's paths, so that a wrong one stays a 404 and no API path can be shadowed.
 */
export function readSinglePageApp(directory: string): SinglePageApp | null {
  const list = join(directory, 'routes.json')
  if (!existsSync(list)) return null
  const paths = JSON.parse(readFileSync(list, 'utf8')) as string[]
  const names = readdirSync(join(directory, 'assets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && contentTypes[extname(entry.name)])
    .map((entry) => join(entry.parentPath, entry.name))
  return {
    paths,
    document: readBuiltFile(join(directory, 'index.html')),
    embed: existsSync(join(directory, embedPath)) ? readBuiltFile(join(directory, embedPath)) : null,
    assets: new Map(
      names.map((name) => [`/${relative(directory, name).split(sep).join('/')}`, readBuiltFile(name)]),
    ),
  }
}

function readBuiltFile(path: string): BuiltFile {
  const body = readFileSync(path)
  const compressed = encodings
    .filter(({ suffix }) => existsSync(path + suffix))
    .map(({ name, suffix }): Variant => ({ encoding: name, body: readFileSync(path + suffix) }))
  return {
    contentType: contentTypes[extname(path)]!,
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    variants: [...compressed, { encoding: null, body }],
  }
}

export function mountSinglePageApp(server: FastifyInstance, app: SinglePageApp): void {
  for (const path of app.paths) {
    server.get(routerPath(path), async (request, reply) => {
      reply.headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache' })
      return send(app.document, request, reply)
    })
  }
  const { embed } = app
  if (embed)
    server.get(embedPath, { config: { isPublicAsset: true } }, async (request, reply) => {
      reply.headers({
        'cache-control': 'public, max-age=600',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return send(embed, request, reply)
    })
  // One route for hundreds of files: a route for each would take a tenth of a second of every start.
  server.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = app.assets.get(`/assets/${request.params['*']}`)
    if (!file) return reply.callNotFound()
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return send(file, request, reply)
  })
}

function send({ variants, etag, contentType }: BuiltFile, request: FastifyRequest, reply: FastifyReply) {
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  const variant = variants.find(({ encoding }) => encoding === null || accepted.has(encoding))!
  const tag = `"${etag}${variant.encoding === null ? '' : `-${variant.encoding}`}"`
  reply.headers({ etag: tag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  if (variant.encoding !== null) reply.header('content-encoding', variant.encoding)
  return reply.header('content-type', contentType).send(variant.body)
}
