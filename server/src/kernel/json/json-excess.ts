// Far more than anything needs; writers and readers of JSON that call themselves run out of stack at some thousand.
const deepest = 500
// What takes long to parse for its size. The bounds are those of a request's body.
const maxContainers = 100_000
const maxKeys = 10_000

/** What of a JSON text is more than the main thread can read quickly, as the end of a sentence; null when it can be read. */
export function excessOf(json: string, { maxStructureChars = Number.POSITIVE_INFINITY } = {}): string | null {
  /** How many keys each open object has; lists have none. */
  const keys: number[] = []
  let containers = 0
  let textChars = 0
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case 0x22: {
        const end = endOfText(json, at)
        textChars += end - at
        at = end
        break
      }
      case 0x3a: // :
        if (++keys[keys.length - 1]! > maxKeys) return `has an object of more than ${maxKeys} keys`
        break
      case 0x5b: // [
      case 0x7b:
        if (keys.push(0) > deepest) return `is nested more than ${deepest} levels deep`
        if (++containers > maxContainers) return `has more than ${maxContainers} lists and objects`
        break
      case 0x5d:
      case 0x7d:
        keys.pop()
    }
  }
  return json.length - textChars > maxStructureChars
    ? `has more than ${maxStructureChars} characters outside of texts`
    : null
}

function endOfText(json: string, start: number): number {
  let at = json.indexOf('"', start + 1)
  while (at > 0 && isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at < 0 ? json.length : at
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0
  while (json.charCodeAt(at - 1 - slashes) === 0x5c) slashes++
  return slashes % 2 === 1
}
