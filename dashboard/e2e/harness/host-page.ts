import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HostPage = {
  origin: string
  /** A page with these attributes on the element, or with this query for its own script. */
  url(attributes: Record<string, string>): string
  /** Answers the next requests for a token in place of the server. */
  tokens: string[]
  close(): Promise<void>
}

export type HostOptions = {
  baseUrl: string
  /** A token for the user who is signed in at the host. */
  createToken(agentId: string): Promise<{ token: string; expiresAt: string }>
  /** What the page shows instead of our element. */
  ownScript?: string
}

// Collects what the element announces, as the script of a page would.
const script = `
window.heard = []
for (const name of ['ready', 'thread', 'message', 'run-end', 'error', 'open', 'close'])
  document.addEventListener('stoa-' + name, ({ detail }) => window.heard.push([name, detail]))
`

const hostStyle =
  'body { margin: 0; font-family: sans-serif } main { max-width: 760px; margin: 0 auto; padding: 0 16px }'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** A page of someone else, on another origin, with a policy that allows nothing but our script and our API. */
export async function startHostPage({ baseUrl, createToken, ownScript }: HostOptions): Promise<HostPage> {
  const tokens: string[] = []
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${baseUrl}`,
    `connect-src 'self' ${baseUrl}`,
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const element = (query: URLSearchParams) =>
    `<stoa-chat ${[...query].map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(' ')}></stoa-chat>`
  const [scripts, body] = ownScript
    ? ['<script src="/own.js" type="module"></script>', () => '<div id="root"></div>']
    : [
        `<script src="/host.js"></script><script src="${baseUrl}/embed.js" defer></script>`,
        (query: URLSearchParams) => `<main><h1>Shop</h1>${element(query)}</main>`,
      ]
  const page = (query: URLSearchParams) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Shop</title><link rel="stylesheet" href="/host.css"><link rel="icon" href="/icon.svg">
${scripts}</head>
<body>${body(query)}</body></html>`

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://host')
    const reply = (type: string, body: string) =>
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body)
    if (url.pathname === '/host.js') return reply('text/javascript', script)
    if (url.pathname === '/own.js') return reply('text/javascript', ownScript ?? '')
    if (url.pathname === '/icon.svg')
      return reply('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    if (url.pathname === '/host.css') return reply('text/css', hostStyle)
    if (url.pathname !== '/token') return reply('text/html', page(url.searchParams))
    const input = tokens.shift()
    const token = input ? { token: input } : await createToken(url.searchParams.get('agent') ?? '')
    return reply('application/json', JSON.stringify(token))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    tokens,
    url: (attributes) => `${origin}/?${new URLSearchParams(attributes)}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
