import type { ExpressionNode } from '../../../kernel/expressions/index.ts'
import {
  editExpression,
  parseExpression,
  printExpression,
  tokenizePart,
} from '../../../kernel/expressions/index.ts'

/** Why an expression of n8n has no form here. */
export class Untranslatable extends Error {}

/** What an expression can refer to, as expressions of ours. */
export type References = {
  /** The data of the node before: the item, where the node runs for each. */
  json: string
  /** All items of the node before, as a list. */
  all: string
  /** Of another node by its name: its item beside this one, and all of them. Null where there is no such node. */
  node(name: string): { item: string; all: string } | null
  workflowName: string
  /** Called with the length of what is read: it throws where that is too much for one node. */
  spend?(chars: number): void
}

// Longer expressions are none of ours.
const maxExpressionChars = 4_096

const span = { from: 0, to: 0 }
const nodeOf = (source: string): ExpressionNode => parseExpression(source)
const call = (object: ExpressionNode | null, name: string, args: ExpressionNode[] = []): ExpressionNode => ({
  type: 'call',
  object,
  name,
  nameSpan: span,
  args,
  isOptional: false,
  ...span,
})

/**
 * A parameter of n8n: text that begins with `=` has expressions in it, any other is taken literally. Our templates know
 * only the braces, so literal ones are written as an expression.
 */
export function translateText(text: string, references: References): string {
  if (!text.startsWith('=')) return literalText(text)
  references.spend?.(text.length)
  return partsOf(text.slice(1))
    .map((part) =>
      typeof part === 'string' ? part : `{{ ${translateExpression(part.expression, references)} }}`,
    )
    .join('')
}

export const literalText = (text: string): string =>
  text.includes('{{') ? text.replaceAll('{{', '{{ "{{" }}') : text

/** The texts of a template, and the expressions between its braces. */
export function partsOf(template: string): (string | { expression: string })[] {
  const parts: (string | { expression: string })[] = []
  let at = 0
  for (let open = template.indexOf('{{'); open >= 0; open = template.indexOf('{{', at)) {
    const close = closingOf(template, open + 2)
    if (close < 0) break
    const expression = template.slice(open + 2, close).trim()
    parts.push(template.slice(at, open))
    if (expression !== '') parts.push({ expression })
    at = close + 2
  }
  return [...parts, template.slice(at)]
}

/** Braces of objects and texts within an expression do not close it. */
function closingOf(template: string, from: number): number {
  try {
    const { end } = tokenizePart(template.slice(0, from + maxExpressionChars), from)
    if (template.startsWith('}}', end)) return end
  } catch {
    // What our language cannot read, such as a regular expression, ends at the first braces.
  }
  return template.indexOf('}}', from)
}

/** Values of n8n's parameters: texts at any depth. */
export function translateValue(value: unknown, references: References): unknown {
  if (typeof value === 'string') return translateText(value, references)
  if (Array.isArray(value)) return value.map((each) => translateValue(each, references))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, translateValue(each, references)]),
  )
}

/** A parameter as one expression, without braces: for conditions and lists. */
export function translateToExpression(value: unknown, references: References): string {
  if (typeof value !== 'string') return JSON.stringify(value ?? null)
  const text = translateText(value, references)
  const only = /^\{\{((?:(?!\}\}|\{\{)[\s\S])*)\}\}$/.exec(text.trim())
  if (only) return only[1]!.trim()
  if (!text.includes('{{')) return JSON.stringify(text)
  const parts = text.split(/\{\{([\s\S]*?)\}\}/)
  return parts
    .map((part, i) => (i % 2 === 0 ? JSON.stringify(part) : `String(${part.trim()})`))
    .filter((part) => part !== '""')
    .join(' + ')
}

export function translateExpression(source: string, references: References): string {
  try {
    const tree = parseExpression(prepared(source))
    return printExpression(editExpression(tree, (node) => replaced(node, references, new Set())))
  } catch (error) {
    throw error instanceof Untranslatable ? error : new Untranslatable((error as Error).message)
  }
}

/** `new Date()` and a trailing semicolon are the only things in common use that do not parse. */
const prepared = (source: string): string => source.replace(/\bnew\s+Date\b/g, 'Date').replace(/;\s*$/, '')

type Edit = (node: ExpressionNode) => ExpressionNode

function replaced(
  node: ExpressionNode,
  references: References,
  items: ReadonlySet<string>,
): ExpressionNode | null {
  const edit: Edit = (inner) => editExpression(inner, (each) => replaced(each, references, items))
  switch (node.type) {
    case 'name':
      return replacedName(node.name, references)
    case 'member':
      return replacedMember(node, references, items)
    case 'index':
      return node.object.type === 'name' && node.object.name === '$node' ? nodeDataOf(node, references) : null
    case 'call':
      return replacedCall(node, references, items, edit)
    default:
      return null
  }
}

function replacedName(name: string, references: References): ExpressionNode | null {
  switch (name) {
    case '$json':
      return nodeOf(references.json)
    case '$now':
      return nodeOf('now')
    case '$today':
      return nodeOf('now.startOf("day")')
    case '$itemIndex':
      return nodeOf('index')
    case '$runIndex':
      return nodeOf('0')
    case '$workflow':
      return nodeOf(`{name: ${JSON.stringify(references.workflowName)}}`)
    case '$execution':
      return nodeOf('run')
    default:
      if (name.startsWith('$')) throw new Untranslatable(`${name} does not exist here`)
      return null
  }
}

/** The data of a chain that leads to items of a node, as `$('A').first().json`; null for any other. */
function itemsOf(node: ExpressionNode, references: References): { item: string; all: string } | null {
  if (node.type === 'name' && node.name === '$input') return { item: references.json, all: references.all }
  if (node.type !== 'call' || node.object !== null || (node.name !== '$' && node.name !== '$items'))
    return null
  const [name] = node.args
  if (name === undefined) return { item: references.json, all: references.all }
  if (name.type !== 'literal' || typeof name.value !== 'string')
    throw new Untranslatable('the name of a node is computed')
  return named(name.value, references)
}

function named(name: string, references: References): { item: string; all: string } {
  const found = references.node(name)
  if (!found) throw new Untranslatable(`it names a node "${name}" that is not before this one`)
  return found
}

function replacedMember(
  node: Extract<ExpressionNode, { type: 'member' }>,
  references: References,
  items: ReadonlySet<string>,
): ExpressionNode | null {
  const { object, key } = node
  if (key !== 'json' && key !== 'item') {
    if (key === 'context' || key === 'params') refuseOf(object, references)
    return null
  }
  if (object.type === 'name' && items.has(object.name)) return object
  const data = singleItemOf(object, references)
  if (data !== null) return nodeOf(data)
  if (object.type === 'name' && object.name.startsWith('$') && key === 'json') return null
  const direct = itemsOf(object, references)
  return direct && key === 'item' ? nodeOf(direct.item) : nodeDataOf(node, references)
}

function refuseOf(object: ExpressionNode, references: References): void {
  if (itemsOf(object, references)) throw new Untranslatable('parameters and context of nodes are not data')
}

/** `$('A').item`, `.first()`, `.last()`, `.all()[0]`, `$items("A")[0]`: one item, whose `.json` is its data. */
function singleItemOf(node: ExpressionNode, references: References): string | null {
  if (node.type === 'member' && node.key === 'item') return itemsOf(node.object, references)?.item ?? null
  if (node.type === 'call' && node.object !== null && ['first', 'last', 'itemMatching'].includes(node.name)) {
    const found = itemsOf(node.object, references)
    if (!found) return null
    return node.name === 'itemMatching'
      ? found.item
      : `(${found.all})${node.name === 'first' ? '[0]' : '.at(-1)'}`
  }
  if (node.type !== 'index') return null
  const list = listOf(node.object, references)
  return list && `(${list})[${translateKey(node.key, references)}]`
}

const translateKey = (key: ExpressionNode, references: References): string =>
  printExpression(editExpression(key, (each) => replaced(each, references, new Set())))

/** `$('A').all()`, `$input.all()`, `$items("A")`. */
function listOf(node: ExpressionNode, references: References): string | null {
  if (node.type === 'call' && node.object !== null && node.name === 'all')
    return itemsOf(node.object, references)?.all ?? null
  return node.type === 'call' && node.object === null && node.name === '$items'
    ? (itemsOf(node, references)?.all ?? null)
    : null
}

/** The older `$node["A"].json` and `$node.A.json`. */
function nodeDataOf(node: ExpressionNode, references: References): ExpressionNode | null {
  if (node.type !== 'member' || node.key !== 'json') return null
  const { object } = node
  const isOfNode = (part: ExpressionNode) => part.type === 'name' && part.name === '$node'
  if (object.type === 'member' && isOfNode(object.object)) return nodeOf(named(object.key, references).item)
  if (object.type === 'index' && isOfNode(object.object) && object.key.type === 'literal')
    return nodeOf(named(String(object.key.value), references).item)
  return null
}

/** Functions and methods that have another name or form here. */
const methods: Record<string, string> = {
  toISO: 'toISOString',
  toFormat: 'format',
  toInt: 'toNumber',
  toFloat: 'toNumber',
  toTitleCase: 'capitalize',
  removeDuplicates: 'unique',
}

function replacedCall(
  node: Extract<ExpressionNode, { type: 'call' }>,
  references: References,
  items: ReadonlySet<string>,
  edit: Edit,
): ExpressionNode | null {
  const list = listOf(node, references)
  if (list !== null) return nodeOf(list)
  const args = () => node.args.map((each) => (each.type === 'lambda' ? refuseLambda() : edit(each)))
  if (node.object === null) return replacedFunction(node.name, args)
  if (node.object.type === 'name') {
    const { name } = node.object
    if (name === 'DateTime') return replacedDateTime(node.name, args)
    if (name === 'Date' && node.name === 'now') return nodeOf('now.toMillis()')
    if (name === 'String' || name === 'Number')
      throw new Untranslatable(`${name}.${node.name} does not exist here`)
  }
  if (node.name === 'isEmpty') return call(null, 'isEmpty', [edit(node.object)])
  if (node.name === 'isNotEmpty')
    return { type: 'unary', operator: '!', operand: call(null, 'isEmpty', [edit(node.object)]), ...span }
  if (node.name === 'toJsonString')
    return call({ type: 'name', name: 'JSON', ...span }, 'stringify', [edit(node.object)])
  if (node.name === 'toDateTime' || node.name === 'toDate') return call(null, 'date', [edit(node.object)])
  if (node.name === 'getTime') return call(edit(node.object), 'toMillis')
  const parameters = listOf(node.object, references) === null ? items : withParameters(items, node)
  const inner: Edit = (part) => editExpression(part, (each) => replaced(each, references, parameters))
  return {
    ...node,
    name: Object.hasOwn(methods, node.name) ? methods[node.name]! : node.name,
    object: edit(node.object),
    args: node.args.map((each) =>
      each.type === 'lambda' ? { ...each, body: inner(each.body) } : inner(each),
    ),
  }
}

/** In `$input.all().map(i => i.json.a)` the parameter is an item: its `.json` is its data. */
function withParameters(
  items: ReadonlySet<string>,
  node: Extract<ExpressionNode, { type: 'call' }>,
): ReadonlySet<string> {
  const names = node.args.flatMap((each) =>
    each.type === 'lambda' ? each.parameters.map(({ name }) => name) : [],
  )
  return new Set([...items, ...names])
}

function refuseLambda(): never {
  throw new Untranslatable('a function is given where a value is expected')
}

function replacedFunction(name: string, args: () => ExpressionNode[]): ExpressionNode | null {
  switch (name) {
    case '$if': {
      const [test, whenTrue, whenFalse] = args()
      if (!test || !whenTrue || !whenFalse) throw new Untranslatable('$if needs three arguments')
      return { type: 'condition', test, whenTrue, whenFalse, ...span }
    }
    case '$ifEmpty': {
      const [value, fallback] = args()
      if (!value || !fallback) throw new Untranslatable('$ifEmpty needs two arguments')
      return {
        type: 'condition',
        test: call(null, 'isEmpty', [value]),
        whenTrue: fallback,
        whenFalse: value,
        ...span,
      }
    }
    case '$max':
      return call(null, 'Math.max', args())
    case '$min':
      return call(null, 'Math.min', args())
    case 'Date':
      return args().length === 0 ? nodeOf('now') : call(null, 'date', args())
    default:
      if (name.startsWith('$')) throw new Untranslatable(`${name}() does not exist here`)
      return null
  }
}

function replacedDateTime(name: string, args: () => ExpressionNode[]): ExpressionNode {
  if (name === 'now' || name === 'local' || name === 'utc') return nodeOf('now')
  if (['fromISO', 'fromMillis', 'fromJSDate', 'fromSQL', 'fromRFC2822'].includes(name))
    return call(null, 'date', args().slice(0, 1))
  throw new Untranslatable(`DateTime.${name} does not exist here`)
}
