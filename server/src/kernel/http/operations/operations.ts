import { isIP } from 'node:net'
import type { Endpoint } from '../endpoint.ts'
import { endpoint, raw } from '../endpoint.ts'
import type { Metrics } from './metrics.ts'

/**
 * One thing readiness depends on: null when it is well, else what is wrong. What is not needed for most requests is
 * named with its fault, but does not keep the others from being served.
 */
export type ReadinessCheck = { name: string; isNeeded?: boolean; check(): Promise<string | null> }

export type OperationsDeps = {
  version: string
  metrics: Metrics
  readiness: readonly ReadinessCheck[]
  isAdminKey(headers: Readonly<Record<string, string | undefined>>, ip: string): Promise<boolean>
  /** The same bytes each time. */
  openApi(): Promise<Buffer>
}

export const operationsArea = 'Operations'

const checkTimeoutMs = 3_000

/** What orchestrators and monitors ask: alive, ready, figures; and the description of the interface. */
export function operationsRoutes({
  version,
  metrics,
  readiness,
  isAdminKey,
  openApi,
}: OperationsDeps): Endpoint[] {
  const area = operationsArea
  return [
    endpoint({
      method: 'GET',
      path: '/healthz',
      area,
      summary: 'Get whether the server is alive',
      access: 'public',
      response: raw('application/json'),
      example: {},
      handle: () => ({ body: JSON.stringify({ status: 'ok', version }) }),
    }),
    endpoint({
      method: 'GET',
      path: '/readyz',
      area,
      summary: 'Get whether the server is ready',
      description:
        '503 while a required dependency is unavailable, with the reason: `database`, `notifications`. `queue`, `scheduler` and `sandbox` are reported but do not affect readiness.',
      access: 'public',
      response: raw('application/json'),
      errors: ['service_unavailable', 'starting'],
      example: {},
      handle: async () => {
        const found = await Promise.all(
          readiness.map(async ({ name, check, isNeeded = true }) => ({
            name,
            isNeeded,
            fault: await withTimeout(check()),
          })),
        )
        const isReady = found.every(({ fault, isNeeded }) => fault === null || !isNeeded)
        const checks = Object.fromEntries(found.map(({ name, fault }) => [name, fault ?? 'ok']))
        return {
          status: isReady ? 200 : 503,
          body: JSON.stringify({ status: isReady ? 'ready' : 'unready', checks }),
        }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/metrics',
      area,
      summary: 'Get the Prometheus metrics',
      description: 'From localhost without a key; from other hosts with an admin key.',
      access: 'public',
      response: raw(metrics.contentType),
      example: {},
      handle: async ({ headers, scope }) => {
        if (!isThisMachine(scope.ip, headers) && !(await isAdminKey(headers, scope.ip))) {
          return {
            status: 401,
            contentType: 'text/plain',
            body: 'From another machine this needs an admin API key.\n',
            headers: { 'www-authenticate': 'Bearer' },
          }
        }
        return { body: await metrics.text() }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/v1/openapi.json',
      area,
      summary: 'Get the OpenAPI document',
      access: 'public',
      response: raw('application/json; charset=utf-8'),
      example: {},
      handle: async () => ({ body: await openApi() }),
    }),
  ]
}

/** A proxy on this machine speaks for others, and says so. */
function isThisMachine(ip: string, headers: Readonly<Record<string, string | undefined>>): boolean {
  if (headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via) return false
  const plain = ip.replace(/^::ffff:/, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/** Anonymous callers learn that a check failed, not where or why. */
async function withTimeout(check: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('did not respond in time'), checkTimeoutMs)
  })
  try {
    return await Promise.race([check.catch(() => 'does not work'), late])
  } finally {
    clearTimeout(timer)
  }
}
