import { Client, type jsonSchemaValidator } from '@modelcontextprotocol/client'

/** Servers choose these schemas: results are checked where that is bounded, in a thread, as those of every tool. */
const unchecked: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}

/**
 * A client of another server. It offers nothing to it: no sampling, no roots, no questions to the user. With `auto` it requests
 * the newest revision first, and opens as clients of 2025 do where the server does not know it.
 */
export const createMcpClient = (version: string, mode: 'auto' | 'legacy'): Client =>
  new Client(
    { name: 'stoa', version },
    { versionNegotiation: { mode, probe: { timeoutMs: 5_000 } }, jsonSchemaValidator: unchecked },
  )
