import type { Type } from '../types/type.ts'
import type { Kind, Kinds } from '../values/kind.ts'
import type { CallTypes, Demand, FunctionDemand, FunctionSpec, ParameterSpec } from './signature.ts'

export const parameter = (name: string, value: Demand): ParameterSpec => ({ name, value })
export const optional = (name: string, value: Demand): ParameterSpec => ({ name, value, isOptional: true })
export const rest = (name: string, value: Demand): ParameterSpec => ({
  name,
  value,
  isOptional: true,
  isRest: true,
})

/** A function as argument, by what it gets and what it must return. */
export const callback = (
  parameters: FunctionDemand['parameters'],
  returns: Kinds,
  options: { isOptional?: boolean; isUniform?: boolean } = {},
): ParameterSpec => ({
  name: 'function',
  function: { parameters, returns, isUniform: options.isUniform ?? false },
  isOptional: options.isOptional ?? false,
})

type Returns = Type | ((types: CallTypes) => Type)
type Example = readonly [source: string, result: unknown]

/** Adds to a list of methods of one kind. */
export function methodsOf(on: Kind, specs: FunctionSpec[]) {
  return (
    name: string,
    parameters: readonly ParameterSpec[],
    returns: Returns,
    doc: string,
    example: Example,
    call: FunctionSpec['call'],
    receiver?: Demand,
  ): void => {
    specs.push({ name, on, parameters, returns, doc, example, call, ...(receiver ? { receiver } : {}) })
  }
}

export function functionsOf(specs: FunctionSpec[]) {
  return (
    name: string,
    parameters: readonly ParameterSpec[],
    returns: Returns,
    doc: string,
    example: Example,
    call: FunctionSpec['call'],
  ): void => {
    specs.push({ name, parameters, returns, doc, example, call })
  }
}
