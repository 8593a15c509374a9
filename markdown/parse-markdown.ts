import { type TableText, tableAt } from './parse-table.ts'

/**
 * A piece of a line. Images stay text, and a link keeps its source: a page that shows model output must not make the
 * browser send a request, so it shows that instead.
 */
export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string; source: string }

export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'heading'; level: number; line: Inline[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Inline[][] }
  | { kind: 'quote'; lines: Inline[][] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'rule' }
  | { kind: 'table'; head: Inline[][]; aligns: TableText['aligns']; rows: Inline[][][] }

const inlineForm =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|(?<![\w*])\*([^*\s][^*\n]*)\*(?![\w*])|(?<!!)\[([^\][\n]*)\]\(([^()\s]+)\)/g

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let at = 0
  for (const match of text.matchAll(inlineForm)) {
    const [whole, code, strong, em, label, href] = match
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    parts.push(
      code !== undefined
        ? { kind: 'code', text: code }
        : strong !== undefined
          ? { kind: 'strong', text: strong }
          : em !== undefined
            ? { kind: 'em', text: em }
            : { kind: 'link', text: label!, href: href!, source: whole },
    )
    at = match.index + whole.length
  }
  if (at < text.length || parts.length === 0) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

const fenceForm = /^\s{0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/
const headingForm = /^(#{1,6})\s+(.*?)\s*#*$/
const itemForm = /^\s*(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/
const quoteForm = /^\s{0,3}>\s?(.*)$/
const ruleForm = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/

/** The little of Markdown that models write. What it does not know stays as it was written. */
export function parseMarkdown(source: string): Block[] {
  const lines = source.split(/\r?\n/)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const fence = fenceForm.exec(line)
    if (fence) {
      const [block, next] = fenced(lines, at, fence)
      blocks.push(block)
      at = next
      continue
    }
    const table = tableAt(lines, at)
    if (table) {
      const { head, aligns, rows, next } = table
      const parsed = rows.map((cells) => cells.map(parseInline))
      blocks.push({ kind: 'table', head: head.map(parseInline), aligns, rows: parsed })
      at = next
      continue
    }
    addLine(blocks, line, lines[at - 1] ?? '')
    at++
  }
  return blocks
}

/** A fence that is still open, because the response is still streaming, contains all that follows. */
function fenced(
  lines: readonly string[],
  from: number,
  [, mark = '', language = '']: string[],
): [Block, number] {
  const isEnd = (line: string) => line.trim().startsWith(mark) && line.trim().replaceAll(mark[0]!, '') === ''
  let end = from + 1
  while (end < lines.length && !isEnd(lines[end]!)) end++
  return [{ kind: 'code', language, text: lines.slice(from + 1, end).join('\n') }, end + 1]
}

function addLine(blocks: Block[], line: string, before: string): void {
  const last = blocks.at(-1)
  const isNew = before.trim() === ''
  if (line.trim() === '') return
  const heading = headingForm.exec(line)
  if (heading) {
    blocks.push({ kind: 'heading', level: heading[1]!.length, line: parseInline(heading[2]!) })
    return
  }
  if (ruleForm.test(line)) {
    blocks.push({ kind: 'rule' })
    return
  }
  const item = itemForm.exec(line)
  if (item) {
    const isOrdered = item[2] !== undefined
    const content = parseInline(item[3]!)
    if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(content)
    else blocks.push({ kind: 'list', isOrdered, start: Number(item[2] ?? 1), items: [content] })
    return
  }
  const quote = quoteForm.exec(line)
  if (quote) {
    if (last?.kind === 'quote' && !isNew) last.lines.push(parseInline(quote[1]!))
    else blocks.push({ kind: 'quote', lines: [parseInline(quote[1]!)] })
    return
  }
  if (last?.kind === 'list' && !isNew && /^\s/.test(line))
    last.items.at(-1)!.push({ kind: 'text', text: ' ' }, ...parseInline(line.trim()))
  else if (last?.kind === 'paragraph' && !isNew) last.lines.push(parseInline(line))
  else blocks.push({ kind: 'paragraph', lines: [parseInline(line)] })
}
