import { Fault } from '../error.ts'
import type { Lambda, Node, Parameter } from './ast.ts'
import type { Token } from './token.ts'

/** What of the parser is needed here. */
type Tokens = {
  at: number
  peek(ahead?: number): Token
  is(sign: string, ahead?: number): boolean
  expression(): Node
}

/** `x => …` or `(x, y) => …`; null where no function begins. */
export function parseLambda(parser: Tokens): Lambda | null {
  const { from } = parser.peek()
  const found = parametersAhead(parser)
  if (found === null) return null
  parser.at += found.length
  refuseDoubles(found.parameters)
  if (parser.is('{'))
    throw new Fault(
      'syntax',
      'A function with statements is not part of expressions; write ({ … }) for an object.',
      parser.peek(),
    )
  const body = parser.expression()
  return { type: 'lambda', parameters: found.parameters, body, from, to: body.to }
}

/** Looks ahead: only the arrow distinguishes a function from a value in parentheses. */
function parametersAhead(parser: Tokens): { parameters: Parameter[]; length: number } | null {
  const parameterAt = (ahead: number): Parameter | null => {
    const { type, value, from, to } = parser.peek(ahead)
    return type === 'name' ? { name: value, from, to } : null
  }
  const single = parameterAt(0)
  if (single !== null) return parser.is('=>', 1) ? { parameters: [single], length: 2 } : null
  if (!parser.is('(')) return null
  const parameters: Parameter[] = []
  let ahead = 1
  for (let each = parameterAt(ahead); each !== null; each = parameterAt(ahead)) {
    parameters.push(each)
    ahead++
    if (!parser.is(',', ahead)) break
    ahead++
  }
  return parser.is(')', ahead) && parser.is('=>', ahead + 1) ? { parameters, length: ahead + 2 } : null
}

function refuseDoubles(parameters: readonly Parameter[]): void {
  const names = new Set<string>()
  for (const parameter of parameters) {
    if (names.has(parameter.name))
      throw new Fault('syntax', `Two parameters are named ${parameter.name}; rename one of them.`, parameter)
    names.add(parameter.name)
  }
}
