// Shorter values occur by chance, and hiding them would garble what has nothing to do with them.
const shortest = 6

/**
 * The ways in which a secret is encoded in transit: plain, in URLs and forms, in JSON and HTML, in hex, and in
 * base64 also in the middle of something longer. The longest come first, so that no remainder is left.
 */
export function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets.filter((secret) => secret.length >= shortest).flatMap(formsOfOne)
  return [...new Set(forms)].filter((form) => form.length >= shortest).sort((a, b) => b.length - a.length)
}

function formsOfOne(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const encoded = encodeURIComponent(secret)
  const hex = bytes.toString('hex')
  return [
    secret,
    // As host names and media types are written.
    secret.toLowerCase(),
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"']/g, (character) => htmlEntities[character]!),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
  ]
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Three bytes are four characters, so there are three ways; what its neighbours decide at both ends is left out. */
function base64Forms(bytes: Buffer): string[] {
  const forms = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const isWhole = (before + bytes.length) % 3 === 0
    const middle = text.slice(Math.ceil((before * 4) / 3), isWhole ? undefined : -1)
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')]
  })
  // A few characters of base64 occur in any image.
  return forms.filter((form) => form.length > 8)
}

/** Whether a text holds a secret in any of its forms. */
export const holdsSecret = (text: string, secrets: readonly string[]): boolean =>
  formsOf(secrets).some((form) => text.includes(form))

/**
 * Where a text ends with the beginning of a form, because it was shortened in the middle of a secret; its length where
 * it does not. An ellipsis behind it is passed over.
 */
export function startOfCutForm(text: string, forms: readonly string[]): number {
  const end = text.endsWith('…') ? text.length - 1 : text.length
  const starts = forms.flatMap((form) => {
    const head = form.slice(0, shortest)
    let at = text.indexOf(head, Math.max(0, end - form.length))
    while (at >= 0 && !form.startsWith(text.slice(at, end))) at = text.indexOf(head, at + 1)
    return at >= 0 ? [at] : []
  })
  return Math.min(text.length, ...starts)
}

const hiddenByte = '*'.charCodeAt(0)

/** Overwrites secrets in bytes, whatever these are; the length stays, since formats count on it. */
export function createByteRedactor(secrets: readonly string[]): (bytes: Uint8Array) => Uint8Array {
  const forms = formsOf(secrets).flatMap((form) => [Buffer.from(form), Buffer.from(form, 'utf16le')])
  return (bytes) => {
    let clean: Buffer | null = null
    for (const form of forms) {
      const seen: Buffer = clean ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = seen.indexOf(form); at >= 0; at = seen.indexOf(form, at + form.length)) {
        clean ??= Buffer.from(seen)
        clean.fill(hiddenByte, at, at + form.length)
      }
    }
    return clean ?? bytes
  }
}
