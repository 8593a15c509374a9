import { TextDecoder } from 'node:util'

/** More than this is parsed, checked and searched in a thread. */
export const largeBytes = 64 * 1024

/**
 * The response of a service or the output of a script that is too large to parse on the main thread: it is passed on as
 * bytes, and read only where it is worked on.
 */
export class LargeContent {
  readonly bytes: Uint8Array
  /** What says it is JSON and is none counts as text. */
  readonly kind: 'json' | 'text'
  readonly charset: string

  constructor(bytes: Uint8Array, kind: 'json' | 'text', charset = 'utf-8') {
    this.bytes = bytes
    this.kind = kind
    this.charset = charset
  }
}

export type ReadContent = Pick<LargeContent, 'bytes' | 'kind' | 'charset'>

/** Small content as a value, synchronously. */
export function readValue({ bytes, kind, charset }: ReadContent): unknown {
  const text = decoderFor(charset).decode(bytes)
  if (kind === 'text') return text
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

export const contentOrValue = (content: ReadContent): unknown =>
  content.bytes.byteLength > largeBytes
    ? new LargeContent(content.bytes, content.kind, content.charset)
    : readValue(content)

/** A charset that is not known is most often a misspelt UTF-8. */
export function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

export const charsetIn = (contentType: string | string[] | undefined): string =>
  /charset\s*=\s*"?([^\s;"]+)/i.exec(String(contentType ?? ''))?.[1] ?? 'utf-8'
