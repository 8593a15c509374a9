/** `product=shop, year=2026` as the API takes it; null where nothing is named. */
export function metadataFilter(text = ''): Record<string, string | number | boolean> | null {
  const entries = text.split(',').flatMap((part) => {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    return at < 1 || name === '' ? [] : [[name, typedValue(part.slice(at + 1).trim())] as const]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

function typedValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return text !== '' && String(Number(text)) === text ? Number(text) : text
}
