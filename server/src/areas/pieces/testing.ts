import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Tx } from '../../kernel/db/db.ts'
import { createLog } from '../../kernel/log.ts'
import { parseAllowedNetworks } from '../../kernel/net/allowed-networks.ts'
import { createOutbound } from '../../kernel/net/outbound.ts'
import { testDataDir } from '../../kernel/sandbox/testing.ts'
import { systemScope } from '../../kernel/scope.ts'
import type { Credentials } from '../toolkits/index.ts'
import { PieceDescription } from './describe/description.ts'
import type { PieceEntry } from './describe/entry.ts'
import { entryOfPiece } from './describe/entry.ts'
import { pieceProcessCommand } from './host/command.ts'
import { createPiecePool, type PoolOptions } from './host/pool.ts'
import { createAppWebhooks } from './service/app-webhook.ts'
import { createPendingWrites } from './service/pending-writes.ts'
import { createPerform, type LoadedPiece } from './service/perform.ts'
import { createPieceProvider } from './service/provider.ts'

type Cleaner = { after(work: () => Promise<void>): void }

export type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** A service on loopback that records its requests. */
export async function startService(
  t: Cleaner,
  respond: (request: Received, response: ServerResponse) => void,
) {
  const requests: Received[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const received = { method: request.method!, url: request.url!, headers: request.headers, body }
    requests.push(received)
    respond(received, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, requests }
}

export const json = (response: ServerResponse, value: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** An in-memory store, for tests that are about something else. */
function memoryStore() {
  const retained = new Map<string, unknown>()
  const writesFor = (scope: { externalUser: { id: string } }, piece: string, place: string) => {
    const at = (key: string, isShared: boolean) =>
      [scope.externalUser.id, piece, isShared ? '' : place, key].join(' ')
    return createPendingWrites<Tx>(
      {
        get: async (key, isShared) => retained.get(at(key, isShared)) ?? null,
        checkKeys: async () => undefined,
        async write(_, writes) {
          for (const { key, isShared, json } of writes)
            if (json === null) retained.delete(at(key, isShared))
            else retained.set(at(key, isShared), JSON.parse(json))
        },
      },
      { maxBytes: 1_000_000, tooMuch: () => new Error('too much') },
    )
  }
  return { stored: retained, writesFor }
}

/** Memory needs no transaction: it is only passed on. */
export const noTx = {} as Tx
const memoryDb = { tx: <T>(work: (tx: Tx) => Promise<T>) => work(noTx) }

export function openPieces(t: Cleaner, pieces: readonly LoadedPiece[], options: Partial<PoolOptions> = {}) {
  const log = createLog({ level: 'silent', secrets: [] })
  const pool = createPiecePool({ command: () => pieceProcessCommand(testDataDir), log, ...options })
  const outbound = createOutbound({
    allowPrivate: parseAllowedNetworks('127.0.0.1/32'),
    userAgent: 'Stoa/test',
  })
  const { stored, writesFor } = memoryStore()
  const perform = createPerform({ pool, outbound, publicUrl: new URL('http://stoa.example'), writesFor })
  const bySlug = new Map(pieces.map((piece) => [piece.entry.toolkit.slug, piece]))
  const provider = createPieceProvider({ pieces: async () => bySlug, perform, pool, db: memoryDb })
  t.after(async () => {
    await pool.close()
    await outbound.close()
  })
  return { pool, provider, stored, appWebhooks: createAppWebhooks({ pieces: async () => bySlug, pool }) }
}

export const scopeOf = (projectId: string, userId = projectId) => ({
  ...systemScope(projectId),
  externalUser: { id: userId, name: userId },
})

export const credentialsOf = (
  { toolkit, allowedHosts }: PieceEntry,
  values: Record<string, unknown>,
  index = 0,
): Credentials => ({
  connectedAccountId: null,
  scheme: toolkit.authSchemes[index]!,
  values,
  allowedHosts,
})

/** A piece made of the body of one action, for what no honest bundle would do. */
export function pieceFrom(body: string, more: { top?: string; hosts?: readonly string[] } = {}): LoadedPiece {
  const text = `${more.top ?? ''}
    exports.piece = {
      displayName: 'Made up', description: '', categories: [], auth: undefined, getContextInfo: () => ({}),
      actions: () => ({ act: { name: 'act', displayName: 'Act', description: '', props: {}, requireAuth: false,
        run: async (ctx) => { ${body} } } }),
      triggers: () => ({ watch: { name: 'watch', displayName: 'Watch', description: '', props: {}, requireAuth: false,
        type: 'POLLING', onEnable: async (ctx) => { ${body} }, run: async (ctx) => { ${body} } } }),
    }`
  const description = PieceDescription.parse({
    displayName: 'Made up',
    getContextInfo: true,
    actions: [{ name: 'act', requireAuth: false, props: { file: { type: 'FILE' } } }],
    triggers: [{ name: 'watch', requireAuth: false, props: {}, type: 'POLLING' }],
  })
  const identity = { package: 'made-up', version: '1.0.0', slug: 'made-up', bundle: '' }
  const entry = { ...entryOfPiece(description, identity), allowedHosts: more.hosts ?? [] }
  return {
    entry,
    bundle: { id: `made-up-${text.length}-${body.slice(0, 40)}`, text: async () => Buffer.from(text) },
  }
}
