import { contentDisposition } from './content-disposition.ts'

// A browser shows these without running anything in them. Never anything that can hold a script.
const harmless =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|apng|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(?:pdf|json)|text\/(?:plain|csv|markdown))$/

// Downloads whose type is worth sending. A browser runs none of them: vector images only show, and never as a page.
const named =
  /^(?:image\/[\w.+-]+|text\/(?:vtt|calendar|vcard|tab-separated-values)|application\/(?:zip|gzip|x-7z-compressed|vnd\.rar|rtf|epub\+zip|x-cfb|ogg|yaml|x-ndjson|vnd\.oasis\.opendocument\.[a-z]+|vnd\.openxmlformats-officedocument\.[\w.]+))$/

const isText = (mimeType: string) =>
  /^text\/|^application\/(?:json|yaml|x-ndjson|(?:x-)?(?:java|ecma)script|xml)$|\+xml$/.test(mimeType)

/**
 * The content type of a downloaded file. A page of our own origin may load a script or a style sheet from any
 * URL of it, and a browser honours no content-disposition then, only the type: what can be run is plain text here,
 * and what is not known to be harmless has no type at all.
 */
export function servedTypeOf(mimeType: string): { contentType: string; mayBeInline: boolean } {
  const isVector = mimeType === 'image/svg+xml'
  if (harmless.test(mimeType) || named.test(mimeType)) {
    const contentType = isText(mimeType) && !isVector ? `${mimeType}; charset=utf-8` : mimeType
    return { contentType, mayBeInline: harmless.test(mimeType) }
  }
  const contentType = isText(mimeType) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  return { contentType, mayBeInline: false }
}

/** For bytes that a user brought: a browser saves or shows them, and runs nothing in them. */
export const inertHeaders = (kind: 'attachment' | 'inline', name: string): Record<string, string> => ({
  'content-disposition': contentDisposition(kind, name),
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
})
