import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type App, type AppDeps, createApp } from '../src/app.ts'
import { createLocalEncoder, createTokenizer } from '../src/areas/llm/index.ts'
import { createBlobs } from '../src/kernel/blobs/blobs.ts'
import { parseBlobSettings } from '../src/kernel/blobs/settings.ts'
import { sql } from '../src/kernel/db/db.ts'
import { createListener } from '../src/kernel/db/listen.ts'
import { createIds } from '../src/kernel/ids.ts'
import { createLog } from '../src/kernel/log.ts'
import { parseAllowedNetworks } from '../src/kernel/net/allowed-networks.ts'
import { createOutbound } from '../src/kernel/net/outbound.ts'
import type { SandboxDriver } from '../src/kernel/sandbox/driver.ts'
import { createLazySandboxes } from '../src/kernel/sandbox/lazy-sandboxes.ts'
import { testDataDir } from '../src/kernel/sandbox/testing.ts'
import { type Scope, systemScope } from '../src/kernel/scope.ts'
import { deriveKey, newMasterKey } from '../src/kernel/secrets/master-key.ts'
import { createSealer } from '../src/kernel/secrets/seal.ts'
import { createTestClock } from './clock.ts'
import { createTestDatabase } from './database.ts'
import type { ParsedJson } from './parsed-json.ts'

export type ApiResponse = {
  status: number
  /** Null when there is none. */
  body: ParsedJson
  text: string
  headers: Record<string, string | string[] | undefined>
}

// A response of `inject` takes everything, but its socket never reports that it has drained: a stream that wrote 64 KB
// in one call would wait forever.
const { prototype: injected } = createRequire(import.meta.resolve('fastify'))(
  'light-my-request/lib/response.js',
)
Object.defineProperty(injected, 'writableNeedDrain', { value: false })

type Headers = Record<string, string>

/** A caller that sends every request with its own credentials. */
export type Caller = ReturnType<typeof callerOf>

function callerOf(app: App, credentials: Headers) {
  const send = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<ApiResponse> => {
    const response = await app.http.inject({
      method: method as 'GET',
      url,
      headers: {
        host: 'localhost',
        ...credentials,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    const isJson =
      String(response.headers['content-type'] ?? '').includes('json') &&
      !String(response.headers['content-type']).includes('ndjson')
    return {
      status: response.statusCode,
      body: isJson && response.payload !== '' ? JSON.parse(response.payload) : null,
      text: response.payload,
      headers: response.headers as ApiResponse['headers'],
    }
  }
  return {
    send,
    get: (url: string, headers?: Headers) => send('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Headers) => send('POST', url, body, headers),
    put: (url: string, body?: unknown, headers?: Headers) => send('PUT', url, body, headers),
    patch: (url: string, body?: unknown, headers?: Headers) => send('PATCH', url, body, headers),
    delete: (url: string, headers?: Headers) => send('DELETE', url, undefined, headers),
    /** The same caller acting as an end user. */
    as: (username: string) => callerOf(app, { ...credentials, 'x-username': username }),
    /** The same admin acting on what belongs to any end user, as the team of the project. */
    acrossUsers: () => callerOf(app, { ...credentials, 'x-act-across-users': 'true' }),
  }
}

// Its tables are loaded once for all apps of a process.
const tokenizer = createTokenizer()
const encoder = createLocalEncoder()

export type TestAppOptions = {
  allowPrivate?: string
  /** The path of a browser, in place of the one that is preferred. */
  chromium?: string
  allowedOrigins?: string[]
  trustedProxies?: AppDeps['trustedProxies']
  rateLimitPerMinute?: number
  publicUrl?: string
  npmRegistry?: string
  /** False for tests that count toolkits and bring their own. */
  hasPieces?: boolean
  storageLimits?: { projectBytes: number | null; userBytes: number | null }
  /** Ways to run a language in place of the local ones. */
  sandboxDrivers?: readonly SandboxDriver[]
  /** What all interpreters may take together. */
  sandboxMegabytes?: number
  llm?: AppDeps['llmOptions']
  knowledge?: AppDeps['knowledgeOptions']
  knowledgeLimits?: AppDeps['knowledgeLimits']
  eventStartsPerMinute?: number
  /** What STOA_BLOBS would be, for files that are not on this disk. */
  blobs?: { address: string; accessKeyId: string; secretAccessKey: string }
  /** With the API operations that come with the product. */
  hasToolCatalogue?: boolean
  accountLimits?: AppDeps['accountLimits']
  skillOptions?: AppDeps['skillOptions']
  stdioServers?: AppDeps['stdioServers']
  /** The areas of the product and others. */
  areas?: Parameters<typeof createApp>[1]
}

/**
 * The whole product in this process on its own database. Tests inside a file are isolated by creating a new project,
 * which is fast and tests tenancy all the while.
 */
export async function startTestApp(options: TestAppOptions = {}) {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-app-'))
  const clock = createTestClock()
  const master = newMasterKey()
  const logLines: string[] = []
  const log = createLog({
    level: 'debug',
    secrets: [],
    destination: new Writable({
      write(chunk, _encoding, done) {
        logLines.push(String(chunk))
        done()
      },
    }),
  })
  const listener = createListener({ settings: database.settings, onNotice: () => undefined })
  const outbound = createOutbound({
    allowPrivate: parseAllowedNetworks(options.allowPrivate ?? ''),
    userAgent: 'Stoa/test',
  })
  const blobs = createBlobs(
    parseBlobSettings(options.blobs?.address ?? 'file:', { dataDir, ...options.blobs }),
  )
  const sandboxEngine = createLazySandboxes({
    dataDir: testDataDir,
    log,
    warm: { javascript: 1, python: 0 },
    graceMs: 5000,
    ...(options.sandboxDrivers ? { drivers: options.sandboxDrivers } : {}),
    ...(options.sandboxMegabytes ? { capacityMegabytes: options.sandboxMegabytes } : {}),
  })
  const appDeps: AppDeps = {
    db: database.db,
    clock,
    newId: createIds(clock),
    log,
    blobs,
    outbound,
    sealer: createSealer({ current: master }),
    deriveKey: (purpose) => deriveKey(master, purpose),
    listener,
    poolStats: database.driver.stats,
    readiness: [{ name: 'database', check: () => database.driver.rows(sql`select 1`).then(() => null) }],
    publicUrl: new URL(options.publicUrl ?? 'http://localhost:4400'),
    listenHost: '127.0.0.1',
    hasToolCatalogue: options.hasToolCatalogue ?? false,
    ...(options.knowledge ? { knowledgeOptions: options.knowledge } : {}),
    ...(options.eventStartsPerMinute ? { eventStartsPerMinute: options.eventStartsPerMinute } : {}),
    ...(options.knowledgeLimits ? { knowledgeLimits: options.knowledgeLimits } : {}),
    allowedOrigins: options.allowedOrigins ?? [],
    trustedProxies: options.trustedProxies ?? null,
    // Tests send far more than users; the limit has its own tests.
    rateLimitPerMinute: options.rateLimitPerMinute ?? 1_000_000,
    creditsPerUsd: 1000,
    storageLimits: options.storageLimits ?? { projectBytes: null, userBytes: null },
    sandboxEngine,
    dataDir: testDataDir,
    allowUnsealed: false,
    hasPieces: options.hasPieces ?? true,
    npmRegistry: options.npmRegistry ? new URL(options.npmRegistry) : null,
    llmOptions: { tokenizer, encoder, ...options.llm },
    ...(options.accountLimits ? { accountLimits: options.accountLimits } : {}),
    stdioServers: options.stdioServers ?? [],
    browserOptions: {
      executable: options.chromium ?? null,
      allowPrivate: parseAllowedNetworks(options.allowPrivate ?? ''),
      allowUnsealed: false,
    },
    skillOptions: options.skillOptions ?? { registries: [], github: null },
    role: 'all',
  }
  const app = createApp(appDeps, options.areas)
  await listener.start()

  let projectCount = 0
  async function newProject(): Promise<TestProject> {
    const made = await database.db.tx(async (tx) => {
      const accountId = await app.users.ensureOwnerIn(tx)
      const project = await app.projects.createIn(
        tx,
        `Project ${++projectCount} ${Math.random().toString(36).slice(2, 8)}`,
      )
      await app.users.addOwnerTo(tx, project.id, accountId)
      const scope: Scope = { ...systemScope(project.id), actor: { kind: 'system', accountId } }
      // As after a first start: the key of the first project is the operator's, those of others are not.
      const isOperator = projectCount === 1
      const admin = await app.projects.createKeyIn(tx, scope, { name: 'admin', role: 'admin', isOperator })
      const member = await app.projects.createKeyIn(tx, scope, { name: 'member', role: 'member' })
      return { id: project.id, scope, admin, member }
    })
    return {
      id: made.id,
      scope: made.scope,
      adminKey: made.admin.key,
      adminKeyId: made.admin.id,
      memberKey: made.member.key,
      admin: callerOf(app, { 'x-api-key': made.admin.key }),
      member: callerOf(app, { 'x-api-key': made.member.key }),
    }
  }

  return {
    app,
    db: database.db,
    poolStats: database.driver.stats,
    settings: database.settings,
    statements: database.statements,
    clock,
    blobs,
    dataDir,
    logLines,
    newProject,
    /** The owner at the dashboard, looking at that project. */
    async signIn({ id }: TestProject): Promise<Caller> {
      const token = await app.users.newSetupToken(database.db)
      const account = { email: 'owner@example.com', password: 'correct horse battery' }
      const signed =
        token === null
          ? await callerOf(app, {}).post('/api/v1/auth/sign-in', account)
          : await callerOf(app, {}).post('/api/v1/auth/set-up', { token, ...account })
      return callerOf(app, {
        cookie: String(signed.headers['set-cookie']).split(';')[0]!,
        'x-csrf-token': signed.body.data.csrfToken,
        'x-project-id': id,
      })
    },
    /** A caller with an operator key of that project. */
    async operatorOf({ scope }: TestProject): Promise<Caller> {
      const requested = { name: 'operator', role: 'admin', isOperator: true } as const
      const { key } = await database.db.tx((tx) => app.projects.createKeyIn(tx, scope, requested))
      return callerOf(app, { 'x-api-key': key })
    },
    /** Another node of the same installation: it shares nothing with this one but the database. */
    secondNode: (): App => createApp(appDeps, options.areas),
    anonymous: callerOf(app, {}),
    callerWith: (headers: Headers) => callerOf(app, headers),
    /** Opens a real port, for what `inject` cannot show: streams, sockets, clients that disconnect. */
    async listen(): Promise<string> {
      return app.http.listen({ host: '127.0.0.1', port: 0 })
    },
    async stop() {
      app.openStreams.endAll('the test is over')
      // Clients of tests hold connections open, which would be waited for.
      app.http.server.closeAllConnections()
      await app.http.close()
      await app.stop()
      await outbound.close()
      await listener.close()
      await database.drop()
      await blobs.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

export type TestProject = {
  id: string
  scope: Scope
  adminKey: string
  adminKeyId: string
  memberKey: string
  admin: Caller
  member: Caller
}
