import { Writable } from 'node:stream'
import { createCompute } from '../src/kernel/compute/compute.ts'
import { AppError } from '../src/kernel/errors.ts'
import { createClientFinder, type TrustedProxies } from '../src/kernel/http/auth/client.ts'
import type { Identity } from '../src/kernel/http/auth/identity.ts'
import { createOriginGuard } from '../src/kernel/http/auth/origin-guard.ts'
import type { ConnectionLimits } from '../src/kernel/http/connection/connection-limit.ts'
import type { Endpoint } from '../src/kernel/http/endpoint.ts'
import { createIdempotency } from '../src/kernel/http/idempotency.ts'
import { mount } from '../src/kernel/http/mount.ts'
import { createMetrics } from '../src/kernel/http/operations/metrics.ts'
import type { LingerBounds } from '../src/kernel/http/response/lingering.ts'
import { createServer } from '../src/kernel/http/server.ts'
import { createOpenStreams } from '../src/kernel/http/streams/open-streams.ts'
import { createIds } from '../src/kernel/ids.ts'
import { createMemoryBudget } from '../src/kernel/limits/memory-budget.ts'
import { createRateLimit } from '../src/kernel/limits/rate-limit.ts'
import { createLog } from '../src/kernel/log.ts'
import { newMasterKey } from '../src/kernel/secrets/master-key.ts'
import { createSealer } from '../src/kernel/secrets/seal.ts'
import { createTestClock } from './clock.ts'
import { createTestDatabase } from './database.ts'

export const projectId = '00000000-0000-4000-8000-000000000001'

/** Keys of the kernel's own tests: their meaning is in their name. */
const identity: Identity = {
  async authenticate({ token: key, sessionToken }) {
    const token = key ?? sessionToken
    if (token === null) throw new AppError('missing_api_key', 'no key')
    if (!/^(member|admin|reader|enduser|session)/.test(token))
      throw new AppError('invalid_api_key', 'unknown key')
    return {
      projectId,
      role: token.startsWith('admin') ? 'admin' : 'member',
      isOperator: token.startsWith('admin-operator'),
      actor: token.startsWith('enduser')
        ? { kind: 'end-user-token', tokenId: projectId, keyId: null, accountId: null }
        : { kind: 'key', keyId: projectId, accountId: null },
      permissions: token.startsWith('reader') ? ['things:read'] : [],
      rateKey: token,
      boundUser: token.startsWith('enduser') ? { id: 'bound', name: 'bound' } : null,
    }
  },
  async actAs(_principal, username, mayCreate) {
    return {
      user: { id: `id-of-${username}`, name: username },
      isNew: mayCreate,
      didYouMean: username === 'alcie' ? 'alice' : null,
    }
  },
  assume: () => null,
  isProjectOrigin: async () => false,
}

export type KernelOptions = {
  /** What takes its time before authentication. */
  beforeAuthenticating?(): Promise<void>
  endpoints: Endpoint[]
  rateLimitPerMinute?: number
  allowedOrigins?: string[]
  publicUrl?: string
  poolSize?: number
  maxBufferedBytes?: number
  trustedProxies?: TrustedProxies
  notFoundPage?: Buffer
  connectionLimits?: ConnectionLimits
  lingerBounds?: LingerBounds
}

/** The HTTP kernel with endpoints of the test's own and a real database, without any area. */
export async function startHttpKernel(options: KernelOptions) {
  const database = await createTestDatabase(options.poolSize)
  const clock = createTestClock()
  const logLines: string[] = []
  const log = createLog({
    level: 'debug',
    secrets: ['a-registered-secret'],
    destination: new Writable({
      write(chunk, _encoding, done) {
        logLines.push(String(chunk))
        done()
      },
    }),
  })
  const openStreams = createOpenStreams()
  const metrics = createMetrics({
    poolStats: database.driver.stats,
    openStreams: openStreams.count,
    restarts: 0,
    strandedRuns: () => [],
  })
  const sealer = createSealer({ current: newMasterKey() })
  const idempotency = createIdempotency({
    db: database.db,
    clock,
    seal: {
      seal: (project, id, text) => sealer.seal({ projectId: project, purpose: 'test', rowId: id }, text),
      open: (project, id, sealed) =>
        sealer.openText({ projectId: project, purpose: 'test', rowId: id }, sealed),
    },
  })
  const publicUrl = new URL(options.publicUrl ?? 'http://localhost:4400')
  const guard = createOriginGuard({
    publicUrl,
    listenHost: '127.0.0.1',
    allowedOrigins: options.allowedOrigins ?? [],
  })
  const compute = createCompute()
  const server = createServer({
    unservedPaths: [],
    endpoints: options.endpoints,
    pagePaths: [],
    guard,
    isProjectOrigin: identity.isProjectOrigin,
    notFoundPage: options.notFoundPage ?? null,
    findClient: createClientFinder(options.trustedProxies ?? null, publicUrl.protocol === 'https:'),
    isStarting: () => false,
    newId: createIds(clock),
    log,
    metrics,
    compute,
    ...(options.lingerBounds ? { lingerBounds: options.lingerBounds } : {}),
  })
  mount(server, options.endpoints, {
    memoryBudget: createMemoryBudget(options.maxBufferedBytes),
    identity: {
      ...identity,
      async authenticate(credentials) {
        await options.beforeAuthenticating?.()
        return identity.authenticate(credentials)
      },
    },
    idempotency,
    openStreams,
    compute,
    clock,
    log,
    metrics,
    ...(options.connectionLimits ? { connectionLimits: options.connectionLimits } : {}),
    rateLimit: createRateLimit({ perMinute: options.rateLimitPerMinute ?? 1_000_000, clock }),
  })
  return {
    server,
    db: database.db,
    clock,
    log,
    logLines,
    metrics,
    openStreams,
    idempotency,
    listen: () => server.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      openStreams.endAll('over')
      await server.close()
      await compute.close()
      await database.drop()
    },
  }
}
