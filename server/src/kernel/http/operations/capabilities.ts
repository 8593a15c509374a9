import { z } from 'zod'
import { data, type Endpoint, endpoint } from '../endpoint.ts'

const Driver = z
  .object({ name: z.string(), isLive: z.boolean() })
  .catchall(z.unknown())
  .describe('May contain further driver details: engine, isolation, missing capabilities.')

const Capability = z.object({ isLive: z.boolean(), drivers: z.array(Driver) })

export type DriverReport = z.input<typeof Driver>

export type CapabilityDeps = {
  version: string
  baseUrl: string
  /** The drivers of each capability; it is live when one of them is. */
  sources: Readonly<Record<string, () => Promise<readonly DriverReport[]>>>
}

const none = { isLive: false, drivers: [] }
const exampleSandbox = {
  isLive: true,
  drivers: [{ name: 'quickjs', language: 'javascript', isLive: true, isolation: 'process', isDurable: true }],
}

export function capabilityRoutes({ version, baseUrl, sources }: CapabilityDeps): Endpoint[] {
  const names = Object.keys(sources).sort()
  const forEach = <T>(make: (name: string) => T) =>
    Object.fromEntries(names.map((name) => [name, make(name)]))
  const Capabilities = z
    .object({
      version: z.string(),
      ...forEach(() => Capability),
      oauth: z.object({ baseUrl: z.string().describe('Base URL of OAuth callbacks.') }),
    })
    .meta({ id: 'Capabilities' })

  async function reportOf(name: string): Promise<z.input<typeof Capability>> {
    const drivers = [...(await sources[name]!())]
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
          ...forEach((name) => (name === 'sandbox' ? exampleSandbox : none)),
          oauth: { baseUrl: 'https://stoa.example.com' },
        },
      },
      handle: async () => {
        const reports = await Promise.all(names.map(async (name) => [name, await reportOf(name)]))
        return { version, ...Object.fromEntries(reports), oauth: { baseUrl } }
      },
    }),
  ]
}
