const pieces = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/g

/**
 * JSON set out in lines, as tokens to be coloured. It works on the text, not on the parsed value: numbers that
 * JavaScript would round are shown as the server wrote them. Null when the text is not JSON.
 */
export function prettyJsonTokens(text) {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  const found = text.match(pieces) ?? []
  const tokens = []
  let depth = 0
  const lineBreak = () => tokens.push({ kind: 'space', text: `\n${'  '.repeat(depth)}` })
  found.forEach((piece, index) => {
    const next = found[index + 1]
    if (piece === '}' || piece === ']') {
      depth--
      if (!/[{[]/.test(found[index - 1][0])) lineBreak()
    }
    tokens.push({ kind: kindOf(piece, next), text: piece })
    if (piece === '{' || piece === '[') {
      depth++
      if (next !== '}' && next !== ']') lineBreak()
    } else if (piece === ',') lineBreak()
    else if (piece === ':') tokens.push({ kind: 'space', text: ' ' })
  })
  return tokens
}

function kindOf(piece, next) {
  if (piece[0] === '"') return next === ':' ? 'key' : 'string'
  if (/^[{}[\],:]/.test(piece)) return 'mark'
  return /^[tfn]/.test(piece) ? 'word' : 'number'
}

export const prettyJson = (text) =>
  prettyJsonTokens(text)
    ?.map((token) => token.text)
    .join('') ?? null
