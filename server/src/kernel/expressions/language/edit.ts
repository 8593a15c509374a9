import type { Argument, Field, Node, Spread } from './ast.ts'

/**
 * A copy of a tree for which `edit` is called with every node, outermost first: its result replaces the node
 * as it is; for null the node stays and its parts are walked.
 */
export function editExpression(node: Node, edit: (node: Node) => Node | null): Node {
  const walk = (part: Node): Node => edit(part) ?? inside(part)
  const argument = (part: Argument): Argument =>
    part.type === 'lambda' ? { ...part, body: walk(part.body) } : walk(part)
  const value = <T extends Field | Spread>(part: T): T => ({ ...part, value: walk(part.value) })

  function inside(part: Node): Node {
    switch (part.type) {
      case 'literal':
      case 'name':
        return part
      case 'member':
        return { ...part, object: walk(part.object) }
      case 'index':
        return { ...part, object: walk(part.object), key: walk(part.key) }
      case 'call':
        return { ...part, object: part.object && walk(part.object), args: part.args.map(argument) }
      case 'unary':
        return { ...part, operand: walk(part.operand) }
      case 'binary':
        return { ...part, left: walk(part.left), right: walk(part.right) }
      case 'condition':
        return {
          ...part,
          test: walk(part.test),
          whenTrue: walk(part.whenTrue),
          whenFalse: walk(part.whenFalse),
        }
      case 'template':
        return { ...part, values: part.values.map(walk) }
      case 'list':
        return {
          ...part,
          items: part.items.map((each) => (each.type === 'spread' ? value(each) : walk(each))),
        }
      case 'object':
        return { ...part, fields: part.fields.map(value) }
    }
  }
  return walk(node)
}
