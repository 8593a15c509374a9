import { Fault } from '../error.ts'
import { expressionLimits } from '../limits.ts'
import type { Node, Template } from './ast.ts'
import { Parser } from './parser.ts'
import { type Tokens, tokenize } from './token.ts'

const { sourceLength, templateLength, templateExpressions } = expressionLimits

function refuseLonger(source: string, most: number, what: string): void {
  if (source.length > most)
    throw new Fault(
      'source_too_long',
      `${what} has ${source.length} characters, more than ${most}; split it into several.`,
      {
        from: most,
        to: source.length,
      },
    )
}

export function parseExpression(source: string): Node {
  refuseLonger(source, sourceLength, 'The expression')
  return new Parser(tokenize(source).tokens).parse()
}

/** A bare expression, or one in `{{ }}`, which no expression begins with. */
export function parseCondition(source: string): Node {
  const open = source.search(/\S/)
  if (!source.startsWith('{{', open)) return parseExpression(source)
  refuseLonger(source, sourceLength, 'The condition')
  const { node, end } = parsePart(source, open + 2)
  const rest = source.slice(end).search(/\S/)
  if (rest < 0) return node
  throw new Fault('syntax', 'Text follows the condition; write one expression only.', {
    from: end + rest,
    to: source.length,
  })
}

/**
 * Text with `{{ expression }}` in it. A template that is a single expression preserves the type of its value. With a
 * list for faults, it continues after an error and collects all of them.
 */
export function parseTemplate(source: string, faults: Fault[] | null = null): Node {
  refuseLonger(source, templateLength, 'The text')
  const template: Template = { type: 'template', texts: [], values: [], from: 0, to: source.length }
  let at = 0
  for (let open = source.indexOf('{{', at); open >= 0; open = source.indexOf('{{', at)) {
    template.texts.push(source.slice(at, open))
    if (template.values.length >= templateExpressions)
      throw new Fault(
        'source_too_long',
        `The text has more than ${templateExpressions} expressions; split it into several.`,
        { from: open, to: open + 2 },
      )
    try {
      const { node, end } = parsePart(source, open + 2)
      template.values.push(node)
      at = end
    } catch (fault) {
      if (faults === null || !(fault instanceof Fault)) throw fault
      faults.push(fault)
      template.values.push({ type: 'literal', value: null, from: open, to: open + 2 })
      const close = source.indexOf('}}', open)
      at = close < 0 ? source.length : close + 2
    }
  }
  const rest = source.slice(at)
  if (template.values.length === 0) return { type: 'literal', value: rest, from: 0, to: source.length }
  if (template.values.length === 1 && template.texts[0] === '' && rest === '') return template.values[0]!
  template.texts.push(rest)
  return template
}

/** The expression from there to its `}}`. */
function parsePart(source: string, from: number): { node: Node; end: number } {
  const { tokens, end } = tokenizePart(source, from)
  if (source[end] !== '}' || source[end + 1] !== '}') {
    if (end - from > sourceLength)
      throw new Fault(
        'source_too_long',
        `The expression has more than ${sourceLength} characters; split it into several.`,
        { from, to: end },
      )
    throw new Fault('syntax', '}} is missing at the end of the expression; add it.', {
      from: end,
      to: Math.min(end + 1, source.length),
    })
  }
  return { node: new Parser(tokens).parse(), end: end + 2 }
}

/** Never looks further than an expression may reach, so that a text of many open ones is not read again and again. */
export function tokenizePart(source: string, from: number): Tokens {
  return tokenize(source.slice(0, from + sourceLength + 2), from, true)
}
