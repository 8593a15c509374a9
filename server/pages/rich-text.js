/**
 * The little markup that descriptions use: paragraphs, `- ` lists, `code` and **bold**. It yields plain pieces
 * of text, never markup, so that nothing in a description can become an element.
 */
export function parseRichText(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .flatMap(parseBlock)
}

function parseBlock(block) {
  const blocks = []
  for (const line of block.split('\n')) {
    const item = /^\s*[-*] +(.*)$/.exec(line)
    const last = blocks.at(-1)
    if (item && last?.kind === 'list') last.items.push(item[1])
    else if (item) blocks.push({ kind: 'list', items: [item[1]] })
    else if (last?.kind === 'list') last.items.push(`${last.items.pop()} ${line.trim()}`)
    else if (last) last.text += ` ${line.trim()}`
    else blocks.push({ kind: 'paragraph', text: line.trim() })
  }
  return blocks.map((part) =>
    part.kind === 'list'
      ? { kind: 'list', items: part.items.map(parseSpans) }
      : { kind: 'paragraph', spans: parseSpans(part.text) },
  )
}

export function parseSpans(text) {
  const spans = []
  let end = 0
  for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*/g)) {
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) })
    spans.push(match[1] ? { kind: 'code', text: match[1] } : { kind: 'bold', text: match[2] })
    end = match.index + match[0].length
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}
