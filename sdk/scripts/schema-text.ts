/** The part of JSON Schema that our own description uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  format?: string
  description?: string
  default?: unknown
}

/** How values may be written: requests are lenient, responses are exact. */
export type SchemaUse = 'query' | 'body' | 'response'

/** The TypeScript text of a schema; `indent` is that of the line it begins on. */
export function textOf(schema: Schema, use: SchemaUse, indent = ''): string {
  if (schema.$ref) return typeNameOf(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return broken(union(schema.enum.map(literal)), indent)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map((each) => textOf(each, use, indent)))
  if (schema.allOf) return schema.allOf.map((each) => grouped(textOf(each, use, indent))).join(' & ')
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => textOf({ ...schema, type }, use, indent)))
  switch (schema.type) {
    case 'string':
      if (schema.format === 'binary') return 'Blob'
      return use === 'query' && schema.format === 'date-time' ? 'string | Date' : 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return arrayText(schema, use, indent)
    case 'object':
      return objectText(schema, use, indent)
    default:
      return schema.properties ? objectText(schema, use, indent) : 'unknown'
  }
}

function arrayText({ items = {}, prefixItems }: Schema, use: SchemaUse, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((each) => textOf(each, use, indent)).join(', ')}]`
  const item = textOf(items, use, indent)
  if (use === 'query') return `OneOrMore<${item}>`
  return `${use === 'body' ? 'readonly ' : ''}${grouped(item)}[]`
}

function objectText(schema: Schema, use: SchemaUse, indent: string): string {
  const { properties = {}, required = [], additionalProperties: others } = schema
  const isOpen = others !== undefined && others !== false
  const otherText = isOpen && others !== true ? textOf(others, use, indent) : 'unknown'
  const entries = Object.entries(properties)
  if (entries.length === 0)
    return isOpen || others === undefined ? `Record<string, ${otherText}>` : 'Record<string, never>'
  const inner = `${indent}  `
  const lines = entries.map(([name, each]) => {
    const isOptional = !required.includes(name)
    const text = textOf(each, use, inner)
    return `${remark(noteOf(each), inner)}${inner}${keyOf(name)}${isOptional ? '?' : ''}: ${isOptional ? orUndefined(text) : text}\n`
  })
  // Named fields must fit the index as well, and `unknown` is the only type that all of them fit.
  if (isOpen) lines.push(`${inner}[name: string]: unknown\n`)
  return `{\n${lines.join('')}${indent}}`
}

const orUndefined = (text: string) => (text === 'unknown' ? text : `${text} | undefined`)

const union = (texts: string[]) => {
  const distinct = [...new Set(texts)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}

const grouped = (text: string) => (/ [|&] |^readonly |\n *\| /.test(outermost(text)) ? `(${text})` : text)

/** The text without what is in braces, which needs no grouping. */
function outermost(text: string): string {
  let depth = 0
  return [...text]
    .filter((letter) => {
      if (letter === '}') depth--
      const isOutside = depth === 0
      if (letter === '{') depth++
      return isOutside
    })
    .join('')
}

const widest = 100

/** A long choice takes one line for each of its values. */
const broken = (text: string, indent: string) =>
  text.length <= widest
    ? text
    : text
        .split(' | ')
        .map((each) => `\n${indent}  | ${each}`)
        .join('')

const literal = (value: unknown) =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)

export const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

const globals = ['Object', 'Record', 'Date', 'Blob', 'Response', 'Paths']

/** A generated name must not shadow a global type. */
export function typeNameOf(id: string): string {
  const name = id.replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())
  if (name === 'Error') return 'ErrorEnvelope'
  return globals.includes(name) ? `Stoa${name}` : name
}

function noteOf({ description, default: fallback }: Schema): string {
  const standard = fallback === undefined ? '' : `${JSON.stringify(fallback)} unless given.`
  return [description, standard].filter(Boolean).join(' ')
}

/** A comment before a line; nothing when there is nothing to say. */
export const remark = (text: string, indent: string) =>
  text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`
