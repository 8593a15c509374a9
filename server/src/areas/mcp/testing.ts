import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

type Connection = { url: string; headers?: Record<string, string> }

const info = { name: 'test-client', version: '1.2.3' }

/** The official client of the line that speaks 2026-07-28. */
export async function modernClient({ url, headers = {} }: Connection): Promise<ModernClient> {
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** The official client of the line that speaks 2025-11-25. */
export async function legacyClient({ url, headers = {} }: Connection): Promise<LegacyClient> {
  const client = new LegacyClient(info)
  await client.connect(new LegacyTransport(new URL(url), { requestInit: { headers } }) as never)
  return client
}
