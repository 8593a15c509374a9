import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from './origin-guard.ts'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const addresses: Record<string, string> = { '/': 'index.html', '/docs': 'docs.html', '/setup': 'setup.html' }

/** Serves our own pages from memory: only files that were there at start, under the policy for pages. */
export function mountPages(server: FastifyInstance, directory: string): void {
  const names = readdirSync(directory).filter((name) => contentTypes[extname(name)])
  const routes = new Map(names.map((name) => [`/pages/${name}`, name]))
  for (const [path, name] of Object.entries(addresses)) if (names.includes(name)) routes.set(path, name)
  for (const [path, name] of routes) {
    const body = readFileSync(join(directory, name))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    server.get(path, async (request, reply) => {
      reply.headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache', etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.header('content-type', contentTypes[extname(name)]).send(body)
    })
  }
}
