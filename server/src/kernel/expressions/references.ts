import { Fault, type Span } from './error.ts'
import { tokenizePart } from './language/template.ts'
import { type Token, tokenize } from './language/token.ts'
import { expressionLimits } from './limits.ts'

/** A field of a root that a source names, as in `nodes.find` or `nodes["find"]`; the span is that of `.find`. */
export type FieldReference = Span & { name: string }

export type SourceKind = 'condition' | 'template'

/** In the order of the source. What cannot be read has none. */
export function fieldReferences(source: string, root: string, kind: SourceKind): FieldReference[] {
  if (!source.includes(root)) return []
  return tokensOf(source, kind).flatMap((tokens) => referencesIn(tokens, root))
}

/** The same source with another name for a field of a root. */
export function renameField(
  source: string,
  { root, from, to, kind }: { root: string; from: string; to: string; kind: SourceKind },
): string {
  let renamed = ''
  let at = 0
  for (const reference of fieldReferences(source, root, kind)) {
    if (reference.name !== from) continue
    renamed += source.slice(at, reference.from) + accessor(to)
    at = reference.to
  }
  return renamed + source.slice(at)
}

const plainName = /^[A-Za-z_$][\w$]*$/
const accessor = (name: string) => (plainName.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)

function tokensOf(source: string, kind: SourceKind): Token[][] {
  if (kind === 'condition' && !/^\s*\{\{/.test(source)) {
    if (source.length > expressionLimits.sourceLength) return []
    return readable(() => tokenize(source).tokens)
  }
  const found: Token[][] = []
  for (let open = source.indexOf('{{'); open >= 0; ) {
    const from = open + 2
    const [tokens] = readable(() => tokenizePart(source, from).tokens)
    if (tokens) found.push(tokens)
    const end = tokens ? tokens.at(-1)!.to : source.indexOf('}}', from)
    open = end < 0 ? -1 : source.indexOf('{{', Math.max(end, from))
  }
  return found
}

function readable(read: () => Token[]): Token[][] {
  try {
    return [read()]
  } catch (fault) {
    if (fault instanceof Fault) return []
    throw fault
  }
}

const isSign = (token: Token | undefined, ...values: string[]) =>
  token?.type === 'sign' && values.includes(token.value)

function referencesIn(tokens: readonly Token[], root: string): FieldReference[] {
  return tokens.flatMap((token, i) => {
    if (token.type !== 'name' || token.value !== root || isSign(tokens[i - 1], '.', '?.')) return []
    const [next, name, close] = tokens.slice(i + 1, i + 4)
    if (isSign(next, '.', '?.') && name?.type === 'name')
      return [{ name: name.value, from: next!.from, to: name.to }]
    if (isSign(next, '[') && name?.type === 'string' && isSign(close, ']'))
      return [{ name: name.value, from: next!.from, to: close!.to }]
    return []
  })
}
