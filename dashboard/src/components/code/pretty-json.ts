const tokenForm = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/g

/**
 * JSON in indented lines; null when the text is not JSON. It works on the text, not on the parsed value: numbers that
 * JavaScript would round are shown as they were written.
 */
export function prettyJson(text: string): string | null {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  const tokens = text.match(tokenForm) ?? []
  let depth = 0
  let out = ''
  const lineBreak = () => `\n${'  '.repeat(depth)}`
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    const isClosing = token === '}' || token === ']'
    if (isClosing) {
      depth--
      if (!/^[{[]$/.test(tokens[index - 1] ?? '')) out += lineBreak()
    }
    out += token
    if (token === '{' || token === '[') {
      depth++
      if (next !== '}' && next !== ']') out += lineBreak()
    } else if (token === ',') out += lineBreak()
    else if (token === ':') out += ' '
  }
  return out
}
