import { broken } from './refusal.ts'

export type Attributes = Readonly<Record<string, string>>

export type XmlHandler = {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

const maxDepth = 256
const tagEnd = /[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/y
const attribute = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/**
 * Reads XML from its beginning to its end, without ever building a tree. Declared entities do not exist here: a document
 * that declares any is refused, so nothing can expand or be fetched. Names of
 * elements lose their prefix; attributes are found with it and without.
 */
export function readXml(text: string, handler: XmlHandler): void {
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('<', at)
    if (next !== at) handler.text?.(decodeEntities(text.slice(at, next === -1 ? text.length : next)))
    if (next === -1) break
    if (text.startsWith('<!--', next)) at = after(text, '-->', next)
    else if (text.startsWith('<![CDATA[', next)) {
      const end = after(text, ']]>', next)
      handler.text?.(text.slice(next + 9, end - 3))
      at = end
    } else if (text.startsWith('<?', next)) at = after(text, '?>', next)
    else if (text.startsWith('<!', next)) {
      const end = after(text, '>', next)
      if (text.slice(next, end).includes('[')) throw broken('The file declares entities, which are not read.')
      at = end
    } else {
      tagEnd.lastIndex = next + 1
      const found = tagEnd.exec(text)
      if (!found) throw broken('The file is damaged: it ends inside a tag.')
      at = tagEnd.lastIndex
      const tag = text.slice(next + 1, at - 1)
      if (tag.startsWith('/')) {
        depth--
        handler.close?.(localName(tag.slice(1).trim()))
        continue
      }
      const isEmpty = tag.endsWith('/')
      const name = localName(/^[^\s/]*/.exec(tag)![0])
      if (++depth > maxDepth) throw broken('The file is nested too deeply.')
      handler.open?.(name, attributesOf(tag))
      if (!isEmpty) continue
      depth--
      handler.close?.(name)
    }
  }
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  if (at === -1) throw broken('The file is damaged: it ends too early.')
  return at + mark.length
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

function attributesOf(tag: string): Attributes {
  const attributes: Record<string, string> = Object.create(null)
  for (const [, name, double, single] of tag.matchAll(attribute)) {
    const value = decodeEntities(double ?? single ?? '')
    attributes[name!] = value
    // Elements of presentations have two attributes that differ by their prefix only.
    if (name!.includes(':')) attributes[localName(name!)] ??= value
  }
  return attributes
}

export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi, (whole, hex, decimal, name) => {
        if (name !== undefined) return named[name] ?? whole
        const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

/** The attributes of every element of a name. */
export function elementsOf(text: string, name: string): Attributes[] {
  const found: Attributes[] = []
  readXml(text, { open: (each, attributes) => void (each === name && found.push(attributes)) })
  return found
}

/** The text of the first element of a name; null where it has none. */
export function firstTextOf(xml: string, name: string): string | null {
  let [found, isInside] = ['', false]
  readXml(xml, {
    open(each) {
      isInside = each === name && found === ''
    },
    close() {
      isInside = false
    },
    text(text) {
      if (isInside) found += text
    },
  })
  return found.trim() || null
}
