import type { Node } from '../language/ast.ts'
import type { Type } from '../types/type.ts'

/** A name that is known at a place, and what distinguishes it from others of the same name. */
export type Binding = { type: Type; id: string }

export type Environment = {
  readonly names: ReadonlyMap<string, Binding>
  /** Paths that are not null here, because an enclosing condition has checked them. */
  readonly present: ReadonlySet<string>
}

/** The same text for everything that reads the same value; null for what is not a plain path. */
export function pathOf(node: Node, { names }: Environment): string | null {
  if (node.type === 'name') return names.get(node.name)?.id ?? null
  if (node.type !== 'member' && node.type !== 'index') return null
  const key = node.type === 'member' ? node.key : node.key.type === 'literal' ? node.key.value : null
  if (key === null || typeof key === 'boolean') return null
  const path = pathOf(node.object, { names, present: new Set() })
  return path === null ? null : `${path}.${JSON.stringify(String(key))}`
}

/** What is known where a test came out true, or false. Values never change, so it stays known. */
export function narrowed(environment: Environment, test: Node, isTrue: boolean): Environment {
  const found = presentPaths(environment, test, isTrue)
  return found.length === 0
    ? environment
    : { ...environment, present: new Set([...environment.present, ...found]) }
}

function presentPaths(environment: Environment, test: Node, isTrue: boolean): string[] {
  if (test.type === 'unary' && test.operator === '!') return presentPaths(environment, test.operand, !isTrue)
  if (test.type === 'binary') {
    const { operator, left, right } = test
    if (operator === (isTrue ? '&&' : '||'))
      return [...presentPaths(environment, left, isTrue), ...presentPaths(environment, right, isTrue)]
    if (operator === (isTrue ? '!=' : '==')) {
      if (isNull(right)) return withOwners(environment, left)
      return isNull(left) ? withOwners(environment, right) : []
    }
    return isTrue && operator === '==' && right.type === 'literal' ? withOwners(environment, left) : []
  }
  return isTrue ? withOwners(environment, test) : []
}

const isNull = (node: Node) => node.type === 'literal' && node.value === null

/** What has a field that is not null is not null itself. */
function withOwners(environment: Environment, node: Node): string[] {
  const path = pathOf(node, environment)
  if (path === null) return []
  return node.type === 'member' || node.type === 'index'
    ? [path, ...withOwners(environment, node.object)]
    : [path]
}
