import type { Tables } from '../../tables/index.ts'

export type Table = Awaited<ReturnType<Tables['describe']>>[number]

/** Describes the tables of an agent to its model, with the other names by which it may call them. */
export type TableNotes = { text: string; ids: Record<string, string> }

// About 1,500 tokens: they are sent with every request.
const maxChars = 6_000
const maxWords = 200

export function describeTables(tables: readonly Table[]): TableNotes {
  const share = Math.floor(maxChars / Math.max(1, tables.length))
  let text = ''
  let shown = 0
  for (const table of tables) {
    const described = describeTable(
      table,
      Math.max(share, (maxChars - text.length) / (tables.length - shown)),
    )
    if (text.length + described.length > maxChars) break
    text += described
    shown++
  }
  const left = tables.length - shown
  const rest = left === 0 ? '' : `\n- ${left} more, which table names and fields are not listed for`
  return {
    text: `Collections, with the fields of their documents:${text}${rest}`,
    ids: Object.fromEntries(tables.map(({ slug, id }) => [slug, id])),
  }
}

/** As many fields as fit; the name of the table is always there. */
function describeTable({ id, slug, name, description, isOpen, fields }: Table, chars: number): string {
  const about = description === '' ? '' : `: ${inOneLine(description)}`
  let text = `\n- ${slug} (${id}), "${inOneLine(name)}"${about}`
  let shown = 0
  for (const field of fields) {
    const line = `\n  - ${describeField(field)}`
    if (text.length + line.length > chars - 80) break
    text += line
    shown++
  }
  if (shown < fields.length) text += `\n  - and ${fields.length - shown} more fields`
  if (isOpen) text += fields.length === 0 ? '\n  - any field' : '\n  - other fields are allowed'
  return text
}

function describeField({ name, type, required, options, target, description }: Table['fields'][number]) {
  const values = options ? ` of ${options.slice(0, 20).join(' | ')}${options.length > 20 ? ' | …' : ''}` : ''
  const points = target === null ? '' : ` to ${target}: the id of a document there`
  const about = description === '' ? '' : `. ${inOneLine(description)}`
  return `${name}: ${type}${values.slice(0, maxWords)}${points}${required ? ', required' : ''}${about}`
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, maxWords)
