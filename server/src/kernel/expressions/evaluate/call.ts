import { Fault } from '../error.ts'
import { argumentFaults, parameterAt } from '../functions/arguments.ts'
import {
  assertMeets,
  type Callback,
  type CallContext,
  describeWithArticle,
  type FunctionSpec,
  type ParameterSpec,
} from '../functions/signature.ts'
import { findFunction, findMethods } from '../functions/table.ts'
import type { Call } from '../language/ast.ts'
import type { Run } from '../limits.ts'
import { date as dateType } from '../types/type.ts'
import { anyKind, type Kinds, kindOf, kinds } from '../values/kind.ts'
import type { Compiling, Evaluate, Scope } from './closure.ts'
import { unknownFunction, unknownMethod } from './unknown.ts'

type Prepared = (run: Run) => unknown

export function compileCall(compiler: Compiling, call: Call, scope: Scope): Evaluate {
  return call.object === null ? compileFunction(compiler, call, scope) : compileMethod(compiler, call, scope)
}

function compileFunction(compiler: Compiling, call: Call, scope: Scope): Evaluate {
  const spec = findFunction(call.name)
  if (spec === undefined) throw unknownFunction(call)
  const invoke = invocation(compiler, spec, call, scope)
  return (run) => invoke(run, undefined)
}

function compileMethod(compiler: Compiling, call: Call, scope: Scope): Evaluate {
  const byKind = findMethods(call.name)
  if (byKind === undefined) throw unknownMethod(call, 0)
  const object = compiler.compile(call.object!, scope)
  const invocations = new Map<Kinds, ReturnType<typeof invocation>>()
  // The arguments are compiled once and shared: which kind has the method is known at evaluation only.
  const prepared = preparedArguments(compiler, call, scope)
  let fault: Fault | undefined
  for (const [kind, spec] of byKind) {
    fault = argumentFaults(spec, call)[0]
    if (fault === undefined) invocations.set(kind, invocationOf(spec, call, prepared))
  }
  if (invocations.size === 0) throw fault!
  return (run) => {
    const receiver = object(run)
    const kind = kindOf(receiver)
    const invoke = invocations.get(kind)
    if (invoke !== undefined) return invoke(run, receiver)
    if (kind === kinds.null && call.isOptional) return null
    throw byKind.has(kind) ? argumentFaults(byKind.get(kind)!, call)[0]! : unknownMethod(call, kind)
  }
}

function invocation(compiler: Compiling, spec: FunctionSpec, call: Call, scope: Scope) {
  const [fault] = argumentFaults(spec, call)
  if (fault) throw fault
  return invocationOf(spec, call, preparedArguments(compiler, call, scope))
}

/** Values are evaluated; functions are made ready to be called. */
const preparedArguments = (compiler: Compiling, call: Call, scope: Scope): Prepared[] =>
  call.args.map((each) =>
    each.type === 'lambda' ? compiler.lambda(each, scope) : compiler.compile(each, scope),
  )

function invocationOf(spec: FunctionSpec, call: Call, prepared: readonly Prepared[]) {
  const isDate = spec.returns === dateType
  const spanOf = (index: number) => call.args[index] ?? call
  const parameters = prepared.map((_, i) => parameterAt(spec, i)!)
  const lambdas = call.args.map(({ type }) => type === 'lambda')
  const demanded = lambdas.includes(true) ? undefined : spec.receiver
  return (run: Run, receiver: unknown): unknown => {
    const context: CallContext = { run, span: call, spanOf }
    if (demanded) assertMeets(run, demanded, receiver, 'The list', call)
    const values = prepared.map((prepare, i) => {
      const value = prepare(run)
      return lambdas[i]
        ? watched(value as Callback, parameters[i]!, spanOf(i))
        : checkArgument(run, value, parameters[i]!, spec, spanOf(i))
    })
    if (isDate) run.hasDates = true
    return spec.call(context, receiver as never, ...(values as never[]))
  }
}

/** An optional argument that is null is one that is left out. */
function checkArgument(
  run: Run,
  value: unknown,
  parameter: ParameterSpec,
  spec: FunctionSpec,
  span: Call['nameSpan'],
): unknown {
  if (value === null && parameter.isOptional && !parameter.isRest) return undefined
  assertMeets(run, parameter.value!, value, `${parameter.name} of ${spec.name}`, span)
  return value
}

/** Refuses what the function may not return. */
function watched(
  callback: Callback,
  { function: expected }: ParameterSpec,
  span: Call['nameSpan'],
): Callback {
  const { returns } = expected!
  if (returns === anyKind) return callback
  return (first, second) => {
    const value = callback(first, second)
    if ((kindOf(value) & returns) !== 0) return value
    throw new Fault(
      'type_mismatch',
      `The function must return ${describeWithArticle(returns)}, not ${describeWithArticle(kindOf(value))}; change what follows =>.`,
      span,
    )
  }
}
