/**
 * What a script declares at its top level must outlive the run, and must be open to being declared again by the next
 * one, as at a console. Declarations with `let`, `const` and `class` would do neither, so they become `var`; everything
 * inside of brackets is left alone.
 */
export type TopLevel = {
  source: string
  /**
   * Whether there is a `return` outside of strings and comments. Outside of all brackets it can only mean that the
   * script is the body of a function; elsewhere it may belong to an inner function.
   */
  returns: 'never' | 'perhaps' | 'surely'
}

const wordForm = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy
const spaceForm = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y
const numberForm = /\d[\w.]*/y
const regexForm = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

// After these words a slash begins a pattern and a class is a value, as after an operator.
const operatorWords = new Set(
  'return typeof instanceof in of new delete void throw case do else await yield extends default'.split(' '),
)

export function readTopLevel(source: string): TopLevel {
  const edits: { at: number; length: number; text: string }[] = []
  let returns: TopLevel['returns'] = 'never'
  let depth = 0
  // Whether what comes next can only begin a value: a slash is then a pattern.
  let expectsValue = true
  let isStatementStart = true
  // A slash after a closing bracket may divide or begin a pattern; what is counted as a bracket after it may be none.
  let isSure = true
  let at = 0

  const match = (form: RegExp) => {
    form.lastIndex = at
    return form.exec(source)?.[0] ?? null
  }

  function readSpace(space: string): void {
    at += space.length
    // A line that ends in a value ends its statement.
    if (space.includes('\n') && !expectsValue) isStatementStart = true
  }

  function readWord(word: string): void {
    // After a dot it is a name.
    if (word === 'return' && source[at - 1] !== '.' && returns !== 'surely')
      returns = depth === 0 && isSure ? 'surely' : 'perhaps'
    if (depth === 0) {
      if (word === 'const') edits.push({ at, length: 5, text: 'var  ' })
      if (word === 'let' && isDeclaration(source, at + 3)) edits.push({ at, length: 3, text: 'var' })
      if (word === 'class' && isStatementStart) {
        const name = nameAfter(source, at + 5)
        if (name !== null) edits.push({ at, length: 0, text: `var ${name} = ` })
      }
    }
    at += word.length
    expectsValue = operatorWords.has(word)
    isStatementStart = false
  }

  /** Where a string, a number or a pattern that begins here ends; null when none does. */
  function endOfLiteral(character: string): number | null {
    if (character === '`') return endOfTemplate(source, at)
    if (character === '"' || character === "'") return endOfString(source, at)
    const literal = match(numberForm) ?? (character === '/' && expectsValue ? match(regexForm) : null)
    return literal === null ? null : at + literal.length
  }

  function readCharacter(character: string): void {
    if (character === '/' && afterBracket(source, at)) isSure = false
    const end = endOfLiteral(character)
    if (end !== null) {
      at = end
      expectsValue = false
      isStatementStart = false
      return
    }
    if ('([{'.includes(character)) depth++
    if (')]}'.includes(character)) depth--
    expectsValue = !')]'.includes(character)
    isStatementStart = character === ';' || character === '}'
    at++
  }

  while (at < source.length) {
    const space = match(spaceForm)
    const word = space === null ? match(wordForm) : null
    if (space !== null) readSpace(space)
    else if (word !== null) readWord(word)
    else readCharacter(source[at]!)
  }
  // What was taken for a pattern may have been code.
  if (!isSure && returns === 'never' && /\breturn\b/.test(source)) returns = 'perhaps'
  return { source: apply(source, edits), returns }
}

const afterBracket = (source: string, at: number) => /[)}]\s*$/.test(source.slice(Math.max(0, at - 200), at))

/** `let` is a word like any other unless a name or a pattern follows it. */
const isDeclaration = (source: string, from: number) =>
  /^\s*[\p{ID_Start}$_[{]/u.test(source.slice(from, from + 200))

const nameAfter = (source: string, from: number) =>
  /^\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(source.slice(from, from + 400))?.[1] ?? null

function endOfString(source: string, from: number): number {
  const quote = source[from]
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === quote || source[at] === '\n') return at + 1
  }
  return source.length
}

function endOfTemplate(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return at + 1
    else if (source[at] === '$' && source[at + 1] === '{') at = endOfHole(source, at + 2) - 1
  }
  return source.length
}

function endOfHole(source: string, from: number): number {
  let depth = 1
  for (let at = from; at < source.length; at++) {
    const character = source[at]!
    if (character === '`') at = endOfTemplate(source, at) - 1
    else if (character === '"' || character === "'") at = endOfString(source, at) - 1
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return source.length
}

function apply(source: string, edits: readonly { at: number; length: number; text: string }[]): string {
  let text = ''
  let at = 0
  for (const edit of edits) {
    text += source.slice(at, edit.at) + edit.text
    at = edit.at + edit.length
  }
  return text + source.slice(at)
}
