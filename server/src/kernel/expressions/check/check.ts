import type { JsonSchema } from '../../json-schema/schema-walk.ts'
import { Fault } from '../error.ts'
import type { Node } from '../language/ast.ts'
import { parseCondition, parseExpression, parseTemplate } from '../language/template.ts'
import { schemaOfType } from '../types/schema-type.ts'
import { describeType, type Type, unknown } from '../types/type.ts'
import { kinds } from '../values/kind.ts'
import { Checker } from './checker.ts'
import type { Binding, Environment } from './narrow.ts'
import type { Problem } from './problem.ts'

/** What is known of the data before there is any. */
export type CheckOptions = {
  /** Types of the roots, by name; one that is not here is an unknown name. */
  roots: Readonly<Record<string, Type>>
  /** What the result is used for. */
  expects?: Type
}

export type CheckResult = {
  /** The result as JSON Schema, for the next one that reads it, and in words. */
  schema: JsonSchema
  type: string
  problems: Problem[]
  /** Nothing was needed of a value without a schema: then an expression without problems cannot fail by a wrong type. */
  isFullyTyped: boolean
}

type Parse = (source: string, faults: Fault[]) => Node

function check(source: string, parse: Parse, { roots, expects }: CheckOptions): CheckResult {
  const checker = new Checker()
  const faults: Fault[] = []
  let type = unknown
  try {
    const node = parse(source, faults)
    type = checker.infer(node, environmentOf(roots))
    if (expects && !expects.isUnknown) checkUse(checker, type, expects, node)
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    faults.push(fault)
  }
  for (const fault of faults) checker.problems.error(fault)
  return {
    schema: schemaOfType(type),
    type: describeType(type),
    problems: checker.problems.list(source),
    isFullyTyped: checker.demands.isFullyTyped && faults.length === 0,
  }
}

/** Dates are texts where they are used. */
function checkUse(checker: Checker, type: Type, expects: Type, node: Node): void {
  const expected = expects.kinds & kinds.string ? expects.kinds | kinds.date : expects.kinds
  checker.demands.kinds(type, expected, 'The result', node)
}

export function environmentOf(roots: CheckOptions['roots']): Environment {
  const names = Object.entries(roots).map(([name, type]): [string, Binding] => [name, { type, id: name }])
  return { names: new Map(names), present: new Set() }
}

/** All problems in one pass, with their positions; nothing is evaluated. */
export const checkExpression = (source: string, options: CheckOptions): CheckResult =>
  check(source, parseExpression, options)
export const checkCondition = (source: string, options: CheckOptions): CheckResult =>
  check(source, parseCondition, options)
export const checkTemplate = (source: string, options: CheckOptions): CheckResult =>
  check(source, parseTemplate, options)
