import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../auth/origin-guard.ts'
import { isKnown } from '../response/render.ts'
import { fontStyles, typeset } from './font-styles.ts'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Where the dashboard, the guide and the API reference would be: a server without them says how to get them. */
const addresses: Record<string, string> = {
  '/': 'unbuilt.html',
  '/setup': 'unbuilt.html',
  '/docs': 'unbuilt.html',
  '/guide': 'unbuilt.html',
}

/** The 404 page. */
export const notFoundPath = '/pages/not-found.html'

const frameName = 'message.html'

/** What these pages have to know of the built dashboard. */
type Dashboard = { paths: readonly string[]; assets: ReadonlyMap<string, unknown> }

type Page = { body: Buffer; contentType: string; etag: string }

/**
 * Our own pages by their path, read once: only files that existed at start are ever served. Paths of the dashboard
 * are left to it, whose font they have.
 */
export function readPages(
  directory: string,
  { paths: taken, assets }: Dashboard = { paths: [], assets: new Map() },
): Map<string, Page> {
  const fonts = Buffer.from(fontStyles(assets.keys()))
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => contentTypes[extname(name)] && name !== frameName)
  const paths = [...names.map((name) => [`/pages/${name}`, name] as const), ...Object.entries(addresses)]
  return new Map(
    paths
      .filter(([path]) => !taken.includes(path))
      .map(([path, name]) => {
        const read = readPage(directory, name)
        const body = typeset.includes(name) ? Buffer.concat([fonts, read]) : read
        const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
        return [path, { body, contentType: contentTypes[extname(name)]!, etag }]
      }),
  )
}

/** A page that is only a title and some content is rendered in the shared layout. */
function readPage(directory: string, name: string): Buffer {
  const body = readFileSync(join(directory, name))
  const [, title, content] = /^<title>(.*)<\/title>\n([\s\S]*)$/.exec(body.toString()) ?? []
  if (title === undefined || content === undefined || extname(name) !== '.html') return body
  const frame = readFileSync(join(directory, frameName), 'utf8')
  return Buffer.from(frame.replace('{{title}}', () => title).replace('{{content}}', () => content.trim()))
}

export function mountPages(server: FastifyInstance, pages: ReadonlyMap<string, Page>): void {
  for (const [path, { body, contentType, etag }] of pages) {
    server.get(path, async (request, reply) => {
      reply.headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache', etag })
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.header('content-type', contentType).send(body)
    })
  }
}
