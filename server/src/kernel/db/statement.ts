import { createHash } from 'node:crypto'

/** One SQL statement with its parameters, built by the `sql` tag. A name makes the server keep its plan. */
export type Statement = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string }

/** A place to run one statement: the database, or a transaction. */
export interface Queryable {
  rows<Row>(statement: Statement): Promise<Row[]>
}

const fragmentBrand = Symbol('fragment')
type Fragment = Statement & { readonly [fragmentBrand]: true }

const textByTemplate = new WeakMap<TemplateStringsArray, { text: string; name: string }>()

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && (value as Partial<Fragment>)[fragmentBrand] === true

function hasFragment(values: readonly unknown[]): boolean {
  for (const value of values) if (isFragment(value)) return true
  return false
}

/**
 * Builds a statement from a template. Values become bound parameters; a nested `sql` is woven in. Statements
 * without a nested part always have the same text, so they are named and their plan is cached per connection.
 */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  if (!hasFragment(values)) {
    let known = textByTemplate.get(parts)
    if (!known) {
      const text = parts.reduce((joined, part, i) => `${joined}$${i}${part}`)
      known = { text, name: nameOf(text) }
      textByTemplate.set(parts, known)
    }
    return fragment(known.text, values, known.name)
  }
  return fragment(wovenText(parts, values), boundValues(values))
}

/** The forms in which a template was last woven: most are always woven of the same parts, some of a few. */
const wovenByTemplate = new WeakMap<
  TemplateStringsArray,
  { nested: readonly (string | null)[]; text: string }[]
>()
const maxForms = 8

function boundValues(values: readonly unknown[]): unknown[] {
  const bound: unknown[] = []
  for (const value of values)
    if (isFragment(value)) for (const each of value.values) bound.push(each)
    else bound.push(value)
  return bound
}

const nestedText = (value: unknown): string | null => (isFragment(value) ? value.text : null)

function isWovenOf(nested: readonly (string | null)[], values: readonly unknown[]): boolean {
  for (let i = 0; i < nested.length; i++) if (nested[i] !== nestedText(values[i])) return false
  return true
}

function wovenText(parts: TemplateStringsArray, values: readonly unknown[]): string {
  const forms = wovenByTemplate.get(parts) ?? []
  for (const { nested, text } of forms) if (isWovenOf(nested, values)) return text
  let text = parts[0]!
  let bound = 0
  values.forEach((value, i) => {
    if (isFragment(value)) {
      const before = bound
      text += value.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + before}`)
      bound += value.values.length
    } else text += `$${++bound}`
    text += parts[i + 1]!
  })
  wovenByTemplate.set(parts, [...forms.slice(1 - maxForms), { nested: values.map(nestedText), text }])
  return text
}

function fragment(text: string, values: unknown[], name?: string): Fragment {
  return name === undefined
    ? { text, values, [fragmentBrand]: true }
    : { text, values, name, [fragmentBrand]: true }
}

const nameByText = new Map<string, string>()

/**
 * Names a composed statement, so that its plan is cached as well. Only for those that have few forms, and whose
 * best plan does not depend on the values: every connection caches every form.
 */
export function prepared({ text, values }: Statement): Statement {
  let name = nameByText.get(text)
  if (name === undefined) {
    name = nameOf(text)
    nameByText.set(text, name)
  }
  return { text, values, name }
}

/** Planned each time: for tables that may have grown a thousandfold since a plan was cached. */
export const plannedEachTime = ({ text, values }: Statement): Statement => ({ text, values })

const nameOf = (text: string) => createHash('sha1').update(text).digest('base64url').slice(0, 20)

/** In front of what may be lost with the machine as long as everything behind it is: its commit waits for no disk. */
export const withoutDisk: Statement = sql`select set_config('synchronous_commit', 'off', true)`

/** An identifier or keyword written by us. Never pass anything that came from outside: it is not escaped. */
export const sqlText = (text: string): Statement => fragment(text, [])

/** The same with parameters, numbered from one. */
export const sqlWith = (text: string, values: unknown[]): Statement => fragment(text, values)

/** Statements that do the same have the same key. */
export const statementKey = ({ text, values }: Statement): string => JSON.stringify([text, values])

export const distinctStatements = (statements: readonly Statement[]): Statement[] => [
  ...new Map(statements.map((each) => [statementKey(each), each])).values(),
]

/** Joins conditions with `and`; no condition at all is `true`. */
export function allOf(conditions: Statement[]): Statement {
  if (conditions.length <= 1) return conditions[0] ?? sqlText('true')
  const template = conjunctions.get(conditions.length) ?? conjunctionOf(conditions.length)
  return sql(template, ...conditions)
}

/** By the number of what they join, so that all are woven in one call. */
const conjunctions = new Map<number, TemplateStringsArray>()

function conjunctionOf(length: number): TemplateStringsArray {
  const parts = ['', ...Array.from({ length: length - 1 }, () => ' and '), '']
  const template = Object.assign(parts, { raw: parts })
  conjunctions.set(length, template)
  return template
}

/** A text for the right side of `like`, in which the wildcards of the user's text mean themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
