/** A part of a text that belongs together: a heading, a paragraph, an item of a list, a table, a fenced code block. */
export type Block = {
  kind: 'heading' | 'paragraph' | 'item' | 'table' | 'code'
  /** Of headings: 1 to 6. */
  level: number
  start: number
  end: number
}

export type ParsedBlocks = {
  blocks: Block[]
  /** The marker of a code block that the end of the text cut, so that the next part of it begins inside. */
  openFence: string | null
}

const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const fence = /^ {0,3}(`{3,}|~{3,})/
const item = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]/
const tableRow = /^\s*\|/
const indented = /^(?: {2,}|\t)/

type Line = { start: number; end: number; text: string }

/** Reads Markdown as far as chunks depend on it; plain text is paragraphs. Every character that is not blank is in a block. */
export function parseBlocks(text: string, openFence: string | null = null): ParsedBlocks {
  const lines = linesOf(text)
  const blocks: Block[] = []
  let open: Block | null = null
  let closing = openFence
  if (closing !== null && lines.length > 0) open = { kind: 'code', level: 0, start: 0, end: 0 }
  const close = () => {
    if (open && open.end > open.start) blocks.push(open)
    open = null
  }
  const begin = (kind: Block['kind'], line: Line, level = 0) => {
    close()
    open = { kind, level, start: line.start, end: line.end }
  }
  for (const line of lines) {
    if (closing !== null) {
      open!.end = line.end
      if (line.text.trim().startsWith(closing)) {
        closing = null
        close()
      }
      continue
    }
    const current = open as Block | null
    if (line.text.trim() === '') {
      close()
      continue
    }
    const opened = fence.exec(line.text)
    const titled = heading.exec(line.text)
    if (opened) {
      begin('code', line)
      closing = opened[1]!
    } else if (titled) {
      begin('heading', line, titled[1]!.length)
      close()
    } else if (tableRow.test(line.text)) {
      if (current?.kind === 'table') current.end = line.end
      else begin('table', line)
    } else if (item.test(line.text)) begin('item', line)
    else if (
      current &&
      (current.kind === 'paragraph' || (current.kind === 'item' && indented.test(line.text)))
    )
      current.end = line.end
    else begin('paragraph', line)
  }
  close()
  return { blocks, openFence: closing }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start)
    const end = at === -1 ? text.length : at
    lines.push({ start, end, text: text.slice(start, end) })
    start = end + 1
  }
  return lines
}

/** The title of a heading, without its marks. */
export const headingText = (line: string): string =>
  line
    .trim()
    .replace(/^#{1,6}\s*/, '')
    .replace(/\s+#+$/, '')
    .trim()
