import { Fault } from '../error.ts'
import type { Argument, Call } from '../language/ast.ts'
import type { FunctionSpec, ParameterSpec } from './signature.ts'

export function parameterAt({ parameters }: FunctionSpec, index: number): ParameterSpec | undefined {
  const last = parameters.at(-1)
  return parameters[index] ?? (last?.isRest ? last : undefined)
}

/** As it is called: `slice(start?, end?)`. */
export function signatureOf({ name, parameters }: FunctionSpec): string {
  const shown = parameters.map((each) =>
    each.isRest ? `...${each.name}` : each.isOptional ? `${each.name}?` : each.name,
  )
  return `${name}(${shown.join(', ')})`
}

/** What is wrong with the number and the forms of arguments; they are known before anything is evaluated. */
export function argumentFaults(spec: FunctionSpec, call: Call): Fault[] {
  const { parameters } = spec
  const least = parameters.filter(({ isOptional }) => !isOptional).length
  const isEndless = parameters.at(-1)?.isRest ?? false
  const { length } = call.args
  if (length < least || (length > parameters.length && !isEndless))
    return [
      new Fault(
        'argument_count',
        `${spec.name} takes ${countText(least, parameters.length, isEndless)}, not ${length}; write ${signatureOf(spec)}.`,
        length > parameters.length ? call.args[parameters.length]! : call.nameSpan,
      ),
    ]
  return call.args.flatMap((argument, i) => formFault(spec, argument, parameterAt(spec, i)!))
}

function countText(least: number, most: number, isEndless: boolean): string {
  const range = isEndless ? `at least ${least}` : least === most ? String(least) : `${least} to ${most}`
  return most === 0 ? 'no arguments' : `${range} argument${least === most && most === 1 ? '' : 's'}`
}

function formFault(spec: FunctionSpec, argument: Argument, parameter: ParameterSpec): Fault[] {
  if (argument.type !== 'lambda')
    return parameter.value === undefined
      ? [
          new Fault(
            'type_mismatch',
            `${spec.name} needs a function; write it as in ${spec.example[0]}.`,
            argument,
          ),
        ]
      : []
  if (parameter.function === undefined)
    return [
      new Fault(
        'type_mismatch',
        `${parameter.name} of ${spec.name} must be a value, not a function; write ${signatureOf(spec)}.`,
        argument,
      ),
    ]
  const most = parameter.function.parameters.length
  if (argument.parameters.length <= most) return []
  return [
    new Fault(
      'argument_count',
      `The function gets ${most} values (${parameter.function.parameters.join(', ')}), not ${argument.parameters.length}; remove a parameter.`,
      argument.parameters[most]!,
    ),
  ]
}
