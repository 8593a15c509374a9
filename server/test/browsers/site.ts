import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

type Site = {
  url: string
  port: number
  requests: string[]
  /** From now on the page to sign in is built and named in another way. */
  redesign(): void
  /** Of the file of 10 GB, by those who have ended their downloads. */
  takenBytes(): number
  close(): void
}

type Page = (
  request: IncomingMessage,
  body: string,
) => string | { status: number; headers: Record<string, string>; body?: string }

const html = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
const redirect = (location: string, cookie?: string) => ({
  status: 302,
  headers: { location, ...(cookie ? { 'set-cookie': cookie } : {}) },
})
const userOf = ({ headers }: IncomingMessage) => /session=(\w+)/.exec(headers.cookie ?? '')?.[1]

const urlIn = (url = '') => new URL(url, 'http://x').searchParams.get('url') ?? ''

const form = `<h1>Sign in</h1><form method="post" action="/login">
  <label>Name <input name="name"></label>
  <label>Password <input name="password" type="password"></label>
  <label>Plan <select name="plan"><option value="a">Small</option><option value="b">Large</option></select></label>
  <label><input type="checkbox" name="terms"> Terms</label>
  <button>Sign in</button></form><a href="/">Home</a>`

/** What does the same, with other elements around, in another order, and one field under another name. */
const redesignedForm = `<h1>Sign in</h1><form method="post" action="/login"><div><button>Sign in</button>
  <button type="button">Help</button></div><div><input type="search" aria-label="Search"></div>
  <div><select name="plan" aria-label="Plan"><option value="a">Small</option><option value="b">Large</option></select></div>
  <div><input name="password" type="password" aria-label="Password"></div>
  <div><input name="name" aria-label="User"></div></form>`

const pages: Record<string, Page> = {
  '/': (request) =>
    html('Home', `<h1>Hello ${userOf(request) ?? 'visitor'}</h1><a href="/login">Sign in</a>`),
  '/login': (request, body) => {
    if (request.method !== 'POST') return html('Sign in', form)
    const fields = new URLSearchParams(body)
    if (fields.get('password') !== 'correct horse') return html('Sign in', `<p>Wrong password</p>${form}`)
    return redirect(
      `/account?plan=${fields.get('plan')}&terms=${fields.get('terms')}`,
      `session=${fields.get('name')}; Path=/; Max-Age=3600`,
    )
  },
  '/account': (request) =>
    html('Account', `<h1>Account of ${userOf(request) ?? 'no one'}</h1><p>${request.url}</p>`),
  '/script': () =>
    html(
      'Script',
      `<div id="out">before</div><button onclick="setTimeout(() => out.textContent = 'after', 200)">Run</button>`,
    ),
  '/dialog': () =>
    html('Dialog', `<button onclick="out.textContent = confirm('Really?')">Ask</button><p id="out"></p>`),
  '/asking': () => html('Asking', `<script>document.title = 'result: ' + confirm('First?')</script>`),
  '/popup': () => html('Popup', `<button onclick="window.open('/account')">Open</button>`),
  '/frame': () => html('Frame', `<iframe src="/inner"></iframe>`),
  '/framed-login': () => html('Framed', `<iframe src="/login" width="600" height="300"></iframe>`),
  '/inner': () => html('Inner', `<button onclick="parent.document.title = 'clicked inside'">Inside</button>`),
  '/upload': () =>
    html(
      'Upload',
      `<input type="file" onchange="this.files[0].text().then((text) => out.textContent = this.files[0].name + ': ' + text)"><p id="out"></p>`,
    ),
  '/download': () => html('Download', `<a href="/file.txt">Get it</a>`),
  '/file.txt': () => ({
    status: 200,
    headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="report.txt"' },
    body: 'ten bytes.',
  }),
  '/says': ({ url }) =>
    html(
      'Says',
      `<p>${new URL(url!, 'http://x').searchParams.get('text')}</p><ul><li>one</li><li>two</li></ul>`,
    ),
  '/away': ({ url }) => redirect(new URL(url!, 'http://x').searchParams.get('to')!),
  '/worker.js': () => ({
    status: 200,
    headers: { 'content-type': 'text/javascript' },
    body: `addEventListener('message', async ({ data, source }) => {
      const result = await fetch(data, { mode: 'no-cors' }).then(() => 'reached', () => 'refused')
      source.postMessage(result)
    }); addEventListener('activate', (event) => event.waitUntil(clients.claim()))`,
  }),
  '/image': ({ url }) => html('Image', `<img src='${urlIn(url)}'>`),
  '/leave': ({ url }) => redirect(urlIn(url)),
  '/popups': ({ url }) => {
    const count = Number(new URL(url!, 'http://x').searchParams.get('count') ?? 200)
    return html('Popups', `<script>for (let i = 0; i < ${count}; i++) window.open('/account?' + i)</script>`)
  },
}

function send(response: ServerResponse, made: ReturnType<Page> | undefined): void {
  if (made === undefined) response.writeHead(404).end('not found')
  else if (typeof made === 'string')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(made)
  else response.writeHead(made.status, made.headers).end(made.body)
}

/** Sends one message over a WebSocket, by hand. */
function greet(request: IncomingMessage, socket: Duplex): void {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.write(Buffer.from([0x81, 2, 0x68, 0x69]))
}

const hugeBytes = 10 * 1024 ** 3

/** Sends a file of 10 GB for as long as it is taken; returns how much was. */
async function sendHuge(response: ServerResponse): Promise<number> {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="huge.bin"',
    'content-length': hugeBytes,
  })
  const chunk = Buffer.alloc(1024 ** 2)
  let sent = 0
  function* chunks() {
    for (; sent < hugeBytes; sent += chunk.length) yield chunk
  }
  await pipeline(Readable.from(chunks()), response).catch(() => undefined)
  return sent
}

/** A web site with everything that sessions are tried with, and a list of what it was requested. */
export async function startSite(): Promise<Site> {
  const requests: string[] = []
  let takenBytes = 0
  let isRedesigned = false
  const server: Server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (request.url === '/huge') {
      takenBytes += await sendHuge(response)
      return
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const path = request.url!.split('?')[0]!
    const isNew = isRedesigned && path === '/login' && request.method === 'GET'
    send(response, isNew ? html('Sign in', redesignedForm) : pages[path]?.(request, body))
  })
  server.on('upgrade', (request, socket) => {
    requests.push(`WS ${request.url}`)
    greet(request, socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    redesign: () => {
      isRedesigned = true
    },
    takenBytes: () => takenBytes,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
