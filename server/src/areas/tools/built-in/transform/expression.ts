import { invalid } from '../tool.ts'

/**
 * Arithmetic as people write it, read by hand: + - * / % ^, parentheses, comparison, names and functions. Nothing is
 * ever evaluated by the language itself.
 */
const functions: Record<string, (...values: number[]) => number> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  exp: Math.exp,
  ln: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
  trunc: Math.trunc,
  sign: Math.sign,
  min: Math.min,
  max: Math.max,
  hypot: Math.hypot,
  pow: (base = 0, power = 0) => base ** power,
  log: (value = 0, base = Math.E) => Math.log(value) / Math.log(base),
  mod: (a = 0, b = 0) => ((a % b) + b) % b,
}
const constants: Record<string, number> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI }

const tokenForm = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|(<=|>=|==|!=|[-+*/%^(),<>]))/iy
const deepest = 100

type Token = { kind: 'number' | 'name' | 'sign'; text: string }

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  tokenForm.lastIndex = 0
  while (tokenForm.lastIndex < source.trimEnd().length) {
    const at = tokenForm.lastIndex
    const match = tokenForm.exec(source)
    if (!match) throw invalid(`"${source.slice(at, at + 20).trim()}" is not understood.`)
    const [, number, name, sign] = match
    if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else tokens.push({ kind: 'sign', text: sign! })
  }
  return tokens
}

const binary: Record<string, { rank: number; apply(a: number, b: number): number }> = {
  '==': { rank: 1, apply: (a, b) => Number(a === b) },
  '!=': { rank: 1, apply: (a, b) => Number(a !== b) },
  '<': { rank: 1, apply: (a, b) => Number(a < b) },
  '>': { rank: 1, apply: (a, b) => Number(a > b) },
  '<=': { rank: 1, apply: (a, b) => Number(a <= b) },
  '>=': { rank: 1, apply: (a, b) => Number(a >= b) },
  '+': { rank: 2, apply: (a, b) => a + b },
  '-': { rank: 2, apply: (a, b) => a - b },
  '*': { rank: 3, apply: (a, b) => a * b },
  '/': { rank: 3, apply: (a, b) => a / b },
  '%': { rank: 3, apply: (a, b) => a % b },
}

export function evaluate(source: string, variables: Readonly<Record<string, number>>): number {
  const tokens = tokensOf(source)
  let at = 0
  let depth = 0
  const isSign = (sign: string) => tokens[at]?.kind === 'sign' && tokens[at]?.text === sign
  const expect = (sign: string) => {
    const found = tokens[at]
    if (!isSign(sign))
      throw invalid(`"${sign}" is missing${found ? ` before "${found.text}"` : ' at the end'}.`)
    at++
  }
  const signNow = () => (tokens[at]?.kind === 'sign' ? binary[tokens[at]!.text] : undefined)

  function expression(rank: number): number {
    if (++depth > deepest) throw invalid('The expression is nested too deep.')
    let left = rank > 3 ? unary() : expression(rank + 1)
    for (let sign = signNow(); sign?.rank === rank; sign = signNow()) {
      at++
      left = sign.apply(left, rank >= 3 ? unary() : expression(rank + 1))
    }
    depth--
    return left
  }

  /** A minus binds looser than a power: -2^2 is -4. */
  function unary(): number {
    if (isSign('-') || isSign('+')) {
      if (++depth > deepest) throw invalid('The expression is nested too deep.')
      const isMinus = isSign('-')
      at++
      const value = unary()
      depth--
      return isMinus ? -value : value
    }
    const base = operand()
    if (!isSign('^')) return base
    at++
    return base ** unary()
  }

  function operand(): number {
    const token = tokens[at++]
    if (!token) throw invalid('The expression ends too early.')
    if (token.kind === 'number') return Number(token.text)
    if (token.kind === 'name') return isSign('(') ? called(token.text) : named(token.text)
    if (token.text !== '(') throw invalid(`Expected a number but found "${token.text}".`)
    const value = expression(1)
    expect(')')
    return value
  }

  function named(name: string): number {
    if (Object.hasOwn(variables, name)) return variables[name]!
    const known = name.toLowerCase()
    if (Object.hasOwn(constants, known)) return constants[known]!
    throw invalid(`There is no value of the name ${name.slice(0, 50)}.`)
  }

  function called(name: string): number {
    const known = name.toLowerCase()
    if (!Object.hasOwn(functions, known))
      throw invalid(
        `There is no function ${name.slice(0, 50)}; there are ${Object.keys(functions).join(', ')}.`,
      )
    expect('(')
    const values: number[] = []
    while (!isSign(')')) {
      values.push(expression(1))
      if (!isSign(')')) expect(',')
    }
    at++
    return functions[known]!(...values)
  }

  const value = expression(1)
  if (at < tokens.length) throw invalid(`Expected the end of the expression but found "${tokens[at]!.text}".`)
  return value
}
