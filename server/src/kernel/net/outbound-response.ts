import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { charsetIn, decoderFor } from '../compute/large-content.ts'
import { upstreamFailed } from './failures.ts'

export type OutboundResponse = {
  readonly status: number
  /** Names in lower case. What described the compressed form is left out of what was decompressed. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The final URL, after redirects. */
  readonly url: string
  /** The content, decompressed; it fails as soon as a limit is passed. */
  readonly body: Readable
  bytes(): Promise<Buffer>
  text(): Promise<string>
  json(): Promise<unknown>
  /** Gives the connection up without reading the content. */
  discard(): void
}

export function createResponse(
  response: Dispatcher.ResponseData,
  url: URL,
  body: Readable,
  isDecoded: boolean,
): OutboundResponse {
  const { 'content-encoding': encoding, 'content-length': length, ...rest } = response.headers
  const headers = isDecoded ? rest : response.headers
  const bytes = async () => Buffer.concat(await body.toArray())
  const text = async () => decoderFor(charsetIn(headers['content-type'])).decode(await bytes())
  return {
    status: response.statusCode,
    headers,
    url: url.href,
    body,
    bytes,
    text,
    async json() {
      const content = await text()
      try {
        return JSON.parse(content)
      } catch (cause) {
        throw upstreamFailed(`${url.hostname} did not return JSON.`, 'Check the URL.', cause)
      }
    },
    discard: () => void body.destroy(),
  }
}
