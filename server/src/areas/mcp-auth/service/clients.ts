import { z } from 'zod'
import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import { NIL_UUID } from '../../../kernel/ids.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'
import type { RegisterBody } from '../schema/authorization.ts'
import { isUsableRedirectUri } from './redirect-uris.ts'

export type Client = { id: string; name: string; url: string | null; redirectUris: readonly string[] }

export type ClientDeps = { clock: Clock; sealer: Sealer; outbound: Outbound }

const Registration = z.object({ name: z.string(), redirectUris: z.array(z.string()) })

/** What a metadata document must say about its client. */
const Document = z.looseObject({
  client_id: z.string(),
  client_name: z.string().trim().min(1).max(200),
  redirect_uris: z.array(z.string().max(500)).min(1).max(20),
})

const maxDocumentBytes = 20 * 1024
const documentTimeoutMs = 5_000
const cachedMs = 5 * 60_000
const maxCached = 200
const maxRegistrationBytes = 2_000
const sealContext = { projectId: NIL_UUID, purpose: 'mcp-client', rowId: 'registration' }

const unknownClient = () =>
  new AppError('authorization_request_invalid', 'The client_id is not known here', {
    hint: 'Remove the server from the client and add it again, so that it registers again.',
  })

/**
 * The programs that may ask for access. One that registers itself gets its own registration back, sealed, as its id: nothing
 * is stored for callers that anyone can be. One whose id is an HTTPS URL is described by the document at that URL.
 */
export function createClients({ clock, sealer, outbound }: ClientDeps) {
  const documents = new Map<string, { client: Client; until: number }>()

  function openRegistration(id: string): Client {
    try {
      const { name, redirectUris } = Registration.parse(JSON.parse(sealer.openText(sealContext, id)))
      return { id, name, url: null, redirectUris }
    } catch {
      throw unknownClient()
    }
  }

  async function fetchDocument(id: string): Promise<Client> {
    const response = await outbound.request({
      url: id,
      headers: { accept: 'application/json' },
      timeoutMs: documentTimeoutMs,
      maxBytes: maxDocumentBytes,
      // The URL is the identity: another one that it redirects to is another client.
      maxRedirects: 0,
    })
    const text = await response.text()
    return readClientDocument(id, response.status === 200 ? text : '')
  }

  async function findDocument(id: string): Promise<Client> {
    const now = clock.now().getTime()
    const cached = documents.get(id)
    if (cached && cached.until > now) return cached.client
    const client = await fetchDocument(id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'authorization_request_invalid') throw error
      throw invalidDocument()
    })
    documents.delete(id)
    if (documents.size >= maxCached) documents.delete(documents.keys().next().value!)
    documents.set(id, { client, until: now + cachedMs })
    return client
  }

  return {
    register({ client_name, redirect_uris }: RegisterBody): Client {
      const unusable = redirect_uris.find((uri) => !isUsableRedirectUri(uri))
      if (unusable !== undefined)
        throw new AppError(
          'invalid_parameter',
          'A redirect URI must be HTTPS, loopback or a private scheme',
          {
            details: [{ in: 'body', path: '/redirect_uris', rule: 'format', message: 'cannot be used' }],
          },
        )
      const name = readableName(client_name)
      const text = JSON.stringify({ name, redirectUris: redirect_uris })
      if (Buffer.byteLength(text) > maxRegistrationBytes)
        throw new AppError('invalid_parameter', `A registration has at most ${maxRegistrationBytes} bytes`)
      return { id: sealer.seal(sealContext, text), name, url: null, redirectUris: redirect_uris }
    },
    find: async (id: string): Promise<Client> =>
      isDocumentUrl(id) ? findDocument(id) : openRegistration(id),
  }
}

export type Clients = ReturnType<typeof createClients>

const isDocumentUrl = (id: string): boolean => id.startsWith('https://') && URL.canParse(id)

const invalidDocument = () =>
  new AppError('authorization_request_invalid', 'The metadata document of the client cannot be used', {
    hint: 'It must be JSON with its own URL as client_id, a client_name and redirect_uris.',
  })

/** Throws unless the document is the one of this URL. */
export function readClientDocument(url: string, text: string): Client {
  const { pathname, hash, username } = new URL(url)
  if (pathname === '/' || hash !== '' || username !== '') throw invalidDocument()
  const parsed = Document.safeParse(parseJson(text))
  if (!parsed.success || parsed.data.client_id !== url) throw invalidDocument()
  const { client_name, redirect_uris } = parsed.data
  return { id: url, name: readableName(client_name), url, redirectUris: redirect_uris }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Nothing that changes how the text around it is read. */
const readableName = (name = ''): string =>
  name
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 100) || 'MCP client'
