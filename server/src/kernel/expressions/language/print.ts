import type { Argument, Binary, Field, Node, Spread } from './ast.ts'
import { precedence } from './grammar.ts'

/** What binds more loosely than an operand or the object of a member needs parentheses there. */
const rankOf = (node: Node): number => {
  if (node.type === 'condition') return 0
  if (node.type === 'binary') return precedence[node.operator]!
  if (node.type === 'unary') return 8
  return node.type === 'literal' && typeof node.value === 'number' && node.value < 0 ? 8 : 9
}

const within = (node: Node, least: number): string =>
  rankOf(node) < least ? `(${printExpression(node)})` : printExpression(node)

const nameForm = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** The source of a tree: parsed again, it gives the same tree. */
export function printExpression(node: Node): string {
  switch (node.type) {
    case 'literal':
      return JSON.stringify(node.value)
    case 'name':
      return node.name
    case 'member':
      return `${within(node.object, 9)}${node.isOptional ? '?.' : '.'}${node.key}`
    case 'index':
      return `${within(node.object, 9)}${node.isOptional ? '?.' : ''}[${printExpression(node.key)}]`
    case 'call': {
      const args = node.args.map(printArgument).join(', ')
      return node.object === null
        ? `${node.name}(${args})`
        : `${within(node.object, 9)}${node.isOptional && isFirstOptional(node.object) ? '?.' : '.'}${node.name}(${args})`
    }
    case 'unary':
      return `${node.operator}${within(node.operand, node.operator === '-' ? 9 : 8)}`
    case 'binary':
      return printBinary(node)
    case 'condition':
      return `${within(node.test, 1)} ? ${printExpression(node.whenTrue)} : ${printExpression(node.whenFalse)}`
    case 'template':
      return `\`${node.texts.map((text, i) => printTemplateText(text) + (i < node.values.length ? `\${${printExpression(node.values[i]!)}}` : '')).join('')}\``
    case 'list':
      return `[${node.items.map(printPart).join(', ')}]`
    case 'object':
      return `{${node.fields.map(printPart).join(', ')}}`
  }
}

/** The tree says of a call only that something before it is optional; where nothing else is, it is the call itself. */
const isFirstOptional = (object: Node): boolean =>
  object.type === 'member' || object.type === 'index'
    ? !object.isOptional && isFirstOptional(object.object)
    : object.type === 'call'
      ? !object.isOptional
      : true

function printBinary({ operator, left, right }: Binary): string {
  const rank = precedence[operator]!
  // `??` refuses `||` and `&&` beside it unless they are in parentheses.
  const least = operator === '??' ? 4 : rank
  return `${within(left, left.type === 'binary' && left.operator === operator ? rank : least)} ${operator} ${within(right, Math.max(least, rank + 1))}`
}

const printArgument = (argument: Argument): string => {
  if (argument.type !== 'lambda') return printExpression(argument)
  const names = argument.parameters.map(({ name }) => name)
  const body = printExpression(argument.body)
  return `${names.length === 1 ? names[0] : `(${names.join(', ')})`} => ${argument.body.type === 'object' ? `(${body})` : body}`
}

const printPart = (part: Node | Spread | Field): string => {
  if (part.type === 'spread') return `...${within(part.value, 1)}`
  if (part.type !== 'field') return printExpression(part)
  return `${nameForm.test(part.key) ? part.key : JSON.stringify(part.key)}: ${printExpression(part.value)}`
}

const printTemplateText = (text: string): string =>
  text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replace(/\r/g, '\\r')
