import type { ExpressionNode } from '../../../kernel/expressions/index.ts'
import { parseExpression, printExpression } from '../../../kernel/expressions/index.ts'
import { excessOf } from '../../../kernel/json/json-excess.ts'
import {
  literalText,
  partsOf,
  type References,
  translateExpression,
  translateToExpression,
  Untranslatable,
} from './expression.ts'

/**
 * A parameter of n8n that is JSON with expressions in it. n8n writes their values into the text and reads that as JSON; here it is JSON
 * whose texts are templates, so that no value has to be encoded for it, and none is encoded twice.
 */
export function translateJson(source: string, references: References): unknown {
  if (!source.startsWith('=')) return withLiteralTexts(readJson(source))
  references.spend?.(source.length)
  const parts = partsOf(source.slice(1))
  const [only, ...more] = parts.filter((part) => typeof part !== 'string' || part.trim() !== '')
  if (only === undefined) return ''
  if (typeof only !== 'string' && more.length === 0) return `{{ ${jsonOf(only, references)} }}`
  try {
    return structured(parts, references)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `{{ JSON.parse(${translateToExpression(source, references)}) }}`
  }
}

/** Within the bounds of a request: what is nested deeper exhausts the stack of those who walk through it. */
export function readJson(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  const excess = excessOf(text)
  if (excess !== null) throw new Untranslatable(`its JSON ${excess}`)
  return JSON.parse(text, reviver)
}

type Expression = { expression: string }

const withLiteralTexts = (value: unknown): unknown => mapTexts(value, literalText)

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]))
}

// Around the number of an expression, while the text around it is read as JSON; JSON of people has neither of these characters.
const [open, close] = ['\uf8f0', '\uf8f1']
const anyMark = new RegExp(`${open}(\\d+)${close}`, 'g')
const oneMark = new RegExp(`^${open}(\\d+)${close}$`)

/** Throws a SyntaxError where the text is no JSON before its expressions are evaluated. */
function structured(parts: readonly (string | Expression)[], references: References): unknown {
  let text = ''
  let isInText = false
  const places = new Map<string, { expression: Expression; isInText: boolean }>()
  for (const part of parts) {
    if (typeof part === 'string') {
      isInText = endsInText(part, isInText)
      text += part
      continue
    }
    const place = String(places.size)
    places.set(place, { expression: part, isInText })
    text += isInText ? `${open}${place}${close}` : `"${open}${place}${close}"`
  }
  const read: unknown = readJson(text, (_, value) => {
    // The name of a field is computed.
    if (typeof value === 'object' && value !== null && Object.keys(value).some((key) => key.includes(open)))
      throw new SyntaxError('a field has a computed name')
    return value
  })
  return mapTexts(read, (each) => {
    const whole = places.get(oneMark.exec(each)?.[1] ?? '')
    if (whole && !whole.isInText) return `{{ ${jsonOf(whole.expression, references)} }}`
    if (whole) return `{{ String(${textOf(whole.expression, references)}) }}`
    return literalText(each).replace(
      anyMark,
      (_, place: string) => `{{ ${textOf(places.get(place)!.expression, references)} }}`,
    )
  })
}

/** Whether a text of JSON is open behind the part. */
function endsInText(part: string, wasInText: boolean): boolean {
  let isInText = wasInText
  for (let at = 0; at < part.length; at++) {
    if (isInText && part[at] === '\\') at++
    else if (part[at] === '"') isInText = !isInText
  }
  return isInText
}

/** The argument of `JSON.stringify`; null for any other expression. */
function encodedBy(node: ExpressionNode): ExpressionNode | null {
  const isEncoding =
    node.type === 'call' &&
    node.object?.type === 'name' &&
    node.object.name === 'JSON' &&
    node.name === 'stringify'
  const [encoded] = isEncoding ? node.args : []
  return encoded && encoded.type !== 'lambda' ? encoded : null
}

/** Between the parts of JSON: what is encoded is taken as it is, and a text is read as JSON. */
function jsonOf({ expression }: Expression, references: References): string {
  const translated = translateExpression(expression, references)
  const node = parseExpression(translated)
  const encoded = encodedBy(node)
  if (encoded) return printExpression(encoded)
  const isData = translated === references.json || node.type === 'object' || node.type === 'list'
  return isData ? translated : `JSON.parse(String(${translated} ?? "null"))`
}

/** Within a text of JSON: what is encoded for it, without quotation marks, is taken as it is. */
function textOf({ expression }: Expression, references: References): string {
  const translated = translateExpression(expression, references)
  const node = parseExpression(translated)
  const isCut = node.type === 'call' && node.name === 'slice' && node.object !== null
  const encoded = isCut ? encodedBy(node.object!) : null
  if (encoded) return printExpression(encoded)
  if (translated.includes('JSON.stringify')) throw new SyntaxError('a part of a text is encoded')
  return translated
}
