import { type Kind, type Kinds, kinds } from '../values/kind.ts'
import { codingFunctions } from './coding.ts'
import { dateMethods } from './date.ts'
import { generalFunctions } from './general.ts'
import { listMethods } from './list.ts'
import { listOrderMethods } from './list-order.ts'
import { numberMethods } from './number.ts'
import { objectMethods } from './object.ts'
import { patternMethods } from './pattern.ts'
import type { FunctionSpec } from './signature.ts'
import { textMethods } from './text.ts'

/** Every function and method of the language. The table is closed: what is not in it does not exist. */
export const allFunctions: readonly FunctionSpec[] = [
  ...generalFunctions,
  ...codingFunctions,
  ...textMethods,
  ...patternMethods,
  ...numberMethods,
  ...listMethods,
  ...listOrderMethods,
  ...objectMethods,
  ...dateMethods,
]

const functions = new Map<string, FunctionSpec>()
const methods = new Map<string, Map<Kinds, FunctionSpec>>()
for (const spec of allFunctions)
  if (spec.on === undefined) functions.set(spec.name, spec)
  else {
    const byKind = methods.get(spec.name) ?? new Map<Kinds, FunctionSpec>()
    methods.set(spec.name, byKind.set(kinds[spec.on], spec))
  }

export const functionNames: readonly string[] = [...functions.keys()]
export const methodNames: readonly string[] = [...methods.keys()]

export const findFunction = (name: string): FunctionSpec | undefined => functions.get(name)
/** The methods of that name, by the kind that has them. */
export const findMethods = (name: string): ReadonlyMap<Kinds, FunctionSpec> | undefined => methods.get(name)
export const methodsOn = (kind: Kind): readonly FunctionSpec[] => allFunctions.filter(({ on }) => on === kind)
