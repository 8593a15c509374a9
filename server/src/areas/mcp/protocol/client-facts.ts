import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'

export type ClientFacts = {
  clientName: string | null
  clientVersion: string | null
  protocolVersion: string | null
  /** Whether it opens URLs for its user when a call requires that. */
  opensUrls: boolean
}

/** What a modern request says of its client, in its `_meta`. */
export type Envelope = Readonly<Record<string, unknown>>

const short = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 200) : null)

/** Modern requests name their client; earlier ones only in `initialize`, so their user agent is used. */
export function clientFactsOf(
  envelope: Envelope | undefined,
  header: (name: string) => string | null | undefined,
): ClientFacts {
  const info = envelope?.[CLIENT_INFO_META_KEY] as { name?: unknown; version?: unknown } | undefined
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as
    | { elicitation?: { url?: unknown } }
    | undefined
  const [name, version] = (header('user-agent') ?? '').split(' ', 1)[0]!.split('/')
  return {
    clientName: short(info?.name) ?? (name || null),
    clientVersion: short(info?.version) ?? (version || null),
    protocolVersion: short(envelope?.[PROTOCOL_VERSION_META_KEY]) ?? short(header('mcp-protocol-version')),
    opensUrls: capabilities?.elicitation?.url !== undefined,
  }
}
