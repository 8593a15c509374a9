import { environmentOf } from './check/check.ts'
import { Checker } from './check/checker.ts'
import { Fault } from './error.ts'
import { signatureOf } from './functions/arguments.ts'
import type { FunctionSpec } from './functions/signature.ts'
import { allFunctions, methodsOn } from './functions/table.ts'
import { namespaces } from './language/namespaces.ts'
import { Parser } from './language/parser.ts'
import { type Token, tokenize } from './language/token.ts'
import { expressionLimits } from './limits.ts'
import { date, describeType, number, type Type, text } from './types/type.ts'
import { kinds, namesOf } from './values/kind.ts'
import { dateFieldNames } from './values/value.ts'

export type Completion = {
  label: string
  kind: 'variable' | 'field' | 'method' | 'function'
  /** What it is, or how it is called. */
  detail: string
  /** One sentence, for functions and methods. */
  documentation?: string
  /** What to put in place of `replace`. */
  insert: string
}

export type Completions = { replace: { from: number; to: number }; items: Completion[] }

export type CompleteOptions = {
  roots: Readonly<Record<string, Type>>
  /** Expressions are in `{{ }}`. */
  isTemplate?: boolean
}

const mostItems = 200
const namePart = /[\p{ID_Continue}$]*$/u
const stringPart = /^(["'])((?:[^"'\\\n])*)$/
// No source can hold it: it is no name.
const cursor = '\0cursor'

/** The completions at a position of an expression that may be unfinished. */
export function complete(
  source: string,
  offset: number,
  { roots, isTemplate = false }: CompleteOptions,
): Completions {
  const start = isTemplate ? startOfPart(source, offset) : 0
  const none = { replace: { from: offset, to: offset }, items: [] }
  if (start === null || offset - start > expressionLimits.sourceLength) return none
  const found = tokensBefore(source, start, offset)
  if (found === null) return none
  const { tokens, typed, isKey } = found
  const items = itemsFor(tokens, roots, isKey).filter(({ label }) =>
    label.toLowerCase().startsWith(typed.toLowerCase()),
  )
  return { replace: { from: offset - typed.length, to: offset }, items: items.slice(0, mostItems) }
}

/** Behind the `{{` that is open at this place; null in plain text. */
function startOfPart(source: string, offset: number): number | null {
  if (source.length > expressionLimits.templateLength) return null
  let at = 0
  for (;;) {
    const open = source.indexOf('{{', at)
    if (open < 0 || open + 2 > offset) return null
    const end = endOfPart(source, open + 2)
    if (end === null || offset <= end) return open + 2
    at = end + 2
  }
}

/** The position of its `}}`; null when it is not closed, or cannot be read. */
function endOfPart(source: string, from: number): number | null {
  try {
    const { end } = tokenize(source.slice(0, from + expressionLimits.sourceLength + 2), from, true)
    return source.startsWith('}}', end) ? end : null
  } catch {
    const end = source.indexOf('}}', from)
    return end < 0 ? null : end
  }
}

/** The tokens before the cursor, then the cursor itself; null within a text or a number. */
function tokensBefore(source: string, start: number, offset: number) {
  const before = source.slice(0, offset)
  const typed = namePart.exec(before.slice(start))![0]
  const from = offset - typed.length
  if (/^\d/.test(typed)) return null
  const mark: Token = { type: 'name', value: cursor, from, to: offset }
  try {
    const tokens = tokenize(before.slice(0, from), start).tokens.slice(0, -1)
    return { tokens: [...tokens, mark], typed, isKey: false }
  } catch {
    return keyBefore(before, start)
  }
}

/** The name of a field in brackets, as in `object["na`. */
function keyBefore(before: string, start: number) {
  const open = Math.max(before.lastIndexOf('["'), before.lastIndexOf("['"))
  const typed = open < start ? null : stringPart.exec(before.slice(open + 1))
  if (typed === null) return null
  try {
    const tokens = tokenize(before.slice(0, open), start).tokens.slice(0, -1)
    const dot: Token = { type: 'sign', value: '.', from: open, to: open + 1 }
    return {
      tokens: [...tokens, dot, { type: 'name', value: cursor, from: open, to: open } as Token],
      typed: typed[2]!,
      isKey: true,
    }
  } catch {
    return null
  }
}

function itemsFor(tokens: readonly Token[], roots: CompleteOptions['roots'], isKey: boolean): Completion[] {
  const [owner, dot] = [tokens.at(-3), tokens.at(-2)]
  if (
    dot?.type === 'sign' &&
    dot.value === '.' &&
    owner?.type === 'name' &&
    namespaces.has(owner.value) &&
    !Object.hasOwn(roots, owner.value)
  )
    return functionItems(`${owner.value}.`)
  let items: Completion[] = []
  const checker = new Checker({
    member: (node, object) => {
      if (node.type === 'member' && node.key === cursor) items = memberItems(object, isKey)
    },
    name: (node, names) => {
      if (node.name !== cursor) return
      items = [
        ...[...names].map(([name, { type }]) => variable(name, type)),
        variable('now', date),
        ...functionItems(''),
      ]
    },
  })
  const end = tokens.at(-1)!.to
  try {
    const node = new Parser([...tokens, { type: 'end', value: '', from: end, to: end }], true).parse()
    checker.infer(node, environmentOf(roots))
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
  }
  return items
}

const variable = (name: string, type: Type): Completion => ({
  label: name,
  kind: 'variable',
  detail: describeType(type),
  insert: name,
})

function functionItems(prefix: string): Completion[] {
  return allFunctions
    .filter(({ on, name }) => on === undefined && name.startsWith(prefix))
    .map((spec) => callable(spec, spec.name.slice(prefix.length), 'function'))
}

const callable = (spec: FunctionSpec, label: string, kind: 'function' | 'method'): Completion => ({
  label,
  kind,
  detail: signatureOf(spec),
  documentation: spec.doc,
  insert: `${label}(`,
})

function memberItems(object: Type, isKey: boolean): Completion[] {
  const fields = [...(object.kinds & kinds.object ? (object.fields?.() ?? []) : [])]
    .filter(([name]) => isKey || isName(name))
    .map(
      ([name, type]): Completion => ({
        label: name,
        kind: 'field',
        detail: describeType(type),
        insert: isKey ? JSON.stringify(name).slice(1, -1) : name,
      }),
    )
  if (isKey || object.isUnknown) return fields
  const methods = namesOf(object.kinds).flatMap((kind) =>
    methodsOn(kind).map((spec) => callable(spec, spec.name, 'method')),
  )
  return [...fields, ...ownFields(object), ...methods]
}

function ownFields(object: Type): Completion[] {
  const field = (label: string, type: Type): Completion => ({
    label,
    kind: 'field',
    detail: describeType(type),
    insert: label,
  })
  return [
    ...(object.kinds & (kinds.array | kinds.string) ? [field('length', number)] : []),
    ...(object.kinds & kinds.date
      ? [...dateFieldNames.map((name) => field(name, number)), field('zone', text)]
      : []),
  ]
}

const isName = (name: string) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
