import { z } from 'zod'
import { data, type Endpoint, endpoint } from '../endpoint.ts'

const Driver = z
  .object({ name: z.string(), isLive: z.boolean() })
  .catchall(z.unknown())
  .describe('May contain further driver details: engine, isolation, missing capabilities.')

const Capability = z.object({ isLive: z.boolean(), drivers: z.array(Driver) })

/** What the product may be able to do. What nobody has offered here is not live. */
export const capabilityNames = ['llm', 'embeddings', 'sandbox', 'browser', 'tools'] as const
type CapabilityName = (typeof capabilityNames)[number]

const Capabilities = z
  .object({
    version: z.string(),
    ...(Object.fromEntries(capabilityNames.map((name) => [name, Capability])) as Record<
      CapabilityName,
      typeof Capability
    >),
    oauth: z.object({ baseUrl: z.string().describe('Base URL of OAuth callbacks.') }),
  })
  .meta({ id: 'Capabilities' })

export type DriverReport = z.input<typeof Driver>

export type CapabilityDeps = {
  version: string
  baseUrl: string
  /** Whoever has drivers says which; a capability is live when one of its drivers is. */
  sources: Partial<Record<CapabilityName, () => Promise<readonly DriverReport[]>>>
}

const none = { isLive: false, drivers: [] }

export function capabilityRoutes({ version, baseUrl, sources }: CapabilityDeps): Endpoint[] {
  async function reportOf(name: CapabilityName): Promise<z.input<typeof Capability>> {
    const drivers = [...((await sources[name]?.()) ?? [])]
    return { isLive: drivers.some(({ isLive }) => isLive), drivers }
  }
  return [
    endpoint({
      method: 'GET',
      path: '/api/v1/capabilities',
      area: 'Capabilities',
      summary: 'Get server capabilities',
      description: 'Available drivers, their isolation and missing capabilities.',
      access: 'project',
      permission: 'project:read',
      response: data(Capabilities),
      message: 'Capabilities',
      example: {
        response: {
          version: '0.1.0',
          llm: none,
          embeddings: none,
          browser: none,
          tools: none,
          sandbox: {
            isLive: true,
            drivers: [
              {
                name: 'quickjs',
                language: 'javascript',
                isLive: true,
                isolation: 'process',
                isDurable: true,
              },
            ],
          },
          oauth: { baseUrl: 'https://stoa.example.com' },
        },
      },
      handle: async () => ({
        version,
        llm: await reportOf('llm'),
        embeddings: await reportOf('embeddings'),
        sandbox: await reportOf('sandbox'),
        browser: await reportOf('browser'),
        tools: await reportOf('tools'),
        oauth: { baseUrl },
      }),
    }),
  ]
}
