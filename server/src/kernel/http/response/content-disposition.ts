/**
 * The header that names a download. The plain name is for clients that know nothing else, so it is ASCII without
 * quotes; the encoded one (RFC 5987) is the real name.
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  // A lone half of a pair cannot be encoded.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escaped)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const escaped = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
