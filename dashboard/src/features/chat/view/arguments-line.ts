const longest = 120

/** What a tool was called with, in a line: of an object its plain values, of anything else nothing. */
export function argumentsLine(args: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(args)
  } catch {
    // While they stream in they are no JSON yet.
    return ''
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return ''
  const plain = Object.entries(parsed).filter(
    ([, value]) => value !== null && value !== '' && typeof value !== 'object',
  )
  // With one of them alone its name says nothing new.
  const line =
    plain.length === 1
      ? String(plain[0]![1])
      : plain.map(([name, value]) => `${name}: ${String(value)}`).join(', ')
  const flat = line.replace(/\s+/g, ' ')
  return flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat
}
