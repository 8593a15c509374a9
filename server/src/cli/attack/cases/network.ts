import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AttackCase, firstOf, unless } from '../attack-case.ts'
import type { AttackTarget } from '../target.ts'

const profile = '/api/v1/users/profile'
const users = '/api/v1/external-users'
// Of a network for documentation: no client has it.
const inventedIp = '203.0.113.7'
const evil = 'https://evil.example'

/** Counts what reaches a port of this machine while a request is made that should not get there. */
async function reaching(attempt: (url: string) => Promise<unknown>): Promise<number> {
  let reached = 0
  const server = createServer((_request, response) => {
    reached++
    response.end('x')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await attempt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return reached
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Of a key that is accepted from an address that no client has. */
const boundKey = async (target: AttackTarget): Promise<string> =>
  (await target.create('/api/v1/api-keys', { name: 'bound', allowedIps: [inventedIp] })).key!

const rawGet = (key: string, ...lines: string[]) =>
  [`GET ${profile} HTTP/1.1`, ...lines, `x-api-key: ${key}`, 'connection: close', '', ''].join('\r\n')

export const networkCases: readonly AttackCase[] = [
  {
    row: 'NET-1',
    what: 'a URL of this machine that the server should fetch',
    fix: 'Remove loopback addresses from STOA_ALLOW_PRIVATE.',
    async attempt(target) {
      const { key } = target.mine
      const reached = await reaching(async (avatarUrl) => {
        const created = await target.send('POST', users, { key, body: { name: 'fetches', avatarUrl } })
        if (created.status !== 200) return
        const { id } = (JSON.parse(created.text) as { data: { id: string } }).data
        await target.send('POST', `${users}/${id}/refresh-avatar`, { key })
      })
      return reached === 0 ? null : 'the server requested a URL on loopback'
    },
  },
  {
    row: 'NET-5',
    what: 'another Host, as after DNS rebinding',
    fix: 'Let the proxy pass Host on as it is, and refuse names that are not yours.',
    attempt: async (target) =>
      unless(
        'the host evil.example',
        await target.get(profile, { key: target.mine.key, headers: { host: 'evil.example' } }),
        // Proxies that know their names refuse it themselves.
        400,
        403,
        404,
        421,
      ),
  },
  {
    row: 'NET-6',
    what: 'calls of another site from a browser',
    fix: 'Remove CORS headers from the proxy; name sites that may call in STOA_ALLOWED_ORIGINS.',
    async attempt(target) {
      const preflight = { origin: evil, 'access-control-request-method': 'GET' }
      const responses = [
        await target.get(profile, { key: target.mine.key, headers: { origin: evil } }),
        await target.send('OPTIONS', profile, { headers: preflight }),
      ]
      const allowed = responses.map(({ headers }) => headers['access-control-allow-origin'])
      return allowed.some((origin) => origin !== undefined) ? `${evil} may read responses` : null
    },
  },
  {
    row: 'NET-7',
    what: 'an IP address that the client invents',
    fix: 'Let the proxy overwrite X-Forwarded-For, and name in STOA_TRUST_PROXY no more proxies than there are.',
    async attempt(target) {
      const key = await boundKey(target)
      const claims: Record<string, string>[] = [
        { 'x-forwarded-for': inventedIp },
        { forwarded: `for=${inventedIp}` },
        { 'x-real-ip': inventedIp },
      ]
      return firstOf(
        claims.map((headers) => async () => {
          const response = await target.get(profile, { key, headers })
          return unless(`${Object.keys(headers)[0]}: ${inventedIp}`, response, 401, 403)
        }),
      )
    },
  },
  {
    row: 'NET-8',
    what: 'two lengths, two hosts and half headers, as request smuggling needs',
    fix: 'Update the proxy; it must refuse requests with Content-Length and Transfer-Encoding or two hosts, and replace every X-Forwarded-For.',
    async attempt(target) {
      const host = `host: ${target.url.host}`
      const bytes: Record<string, string> = {
        'two lengths': `POST /api/v1/project HTTP/1.1\r\n${host}\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
        'two hosts': rawGet(target.mine.key, host, 'host: evil.example'),
        // A proxy may take a bare line feed for the end of a line, as nginx does, but must see the header behind it then.
        'an IP address behind a bare line feed': rawGet(
          await boundKey(target),
          host,
          `x-a: b\nx-forwarded-for: ${inventedIp}`,
        ),
      }
      return firstOf(
        Object.entries(bytes).map(
          ([what, text]) =>
            async () =>
              unless(what, { status: await target.statusOfBytes(text) }, 0, 400, 401, 403, 405, 421),
        ),
      )
    },
  },
  {
    row: 'LOG-1',
    what: '/metrics without a key',
    fix: 'Do not serve /metrics through the proxy, or let the proxy send X-Forwarded-For.',
    async attempt(target) {
      // On this machine they are open by design; through a proxy they are not.
      const response = await target.get('/metrics', { headers: { 'x-forwarded-for': inventedIp } })
      return unless('/metrics', response, 401, 403, 404)
    },
  },
]
