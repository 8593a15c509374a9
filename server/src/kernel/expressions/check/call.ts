import { Fault } from '../error.ts'
import { unknownFunction, unknownMethod } from '../evaluate/unknown.ts'
import { argumentFaults, parameterAt } from '../functions/arguments.ts'
import { valueType } from '../functions/object.ts'
import type { CallTypes, FunctionDemand, FunctionSpec } from '../functions/signature.ts'
import { findFunction, findMethods } from '../functions/table.ts'
import type { Call, Lambda, Node } from '../language/ast.ts'
import {
  anyList,
  describeType,
  isOnly,
  itemsOf,
  mayBe,
  never,
  nothing,
  number,
  ofKinds,
  type Type,
  text,
  union,
  unknown,
} from '../types/type.ts'
import { describeKinds, type Kinds, kinds } from '../values/kind.ts'
import type { Demands } from './demand.ts'
import type { Environment } from './narrow.ts'
import type { Problems } from './problem.ts'

/** What the parts of the checker need of each other. */
export type Checking = {
  readonly problems: Problems
  readonly demands: Demands
  infer(node: Node, environment: Environment): Type
  /** With parameters of these types. */
  inferLambda(node: Lambda, types: readonly Type[], environment: Environment): Type
}

export function inferCall(checker: Checking, call: Call, environment: Environment): Type {
  if (call.object !== null) return inferMethod(checker, call, environment)
  const spec = findFunction(call.name)
  if (spec === undefined) return failed(checker, call, environment, unknownFunction(call))
  const faults = argumentFaults(spec, call)
  if (faults.length > 0) return failed(checker, call, environment, ...faults)
  return new CallCheck(checker, call, environment, nothing, [spec]).type()
}

/** The arguments are looked at all the same: what is wrong in them is wrong whatever the function is. */
function failed(checker: Checking, call: Call, environment: Environment, ...faults: Fault[]): Type {
  for (const fault of faults) checker.problems.error(fault)
  for (const each of call.args)
    if (each.type === 'lambda') checker.inferLambda(each, [], environment)
    else checker.infer(each, environment)
  return unknown
}

function inferMethod(checker: Checking, call: Call, environment: Environment): Type {
  const receiver = checker.infer(call.object!, environment)
  const byKind = findMethods(call.name)
  if (byKind === undefined)
    return failed(
      checker,
      call,
      environment,
      unknownMethod(call, receiver.isUnknown ? 0 : receiver.kinds & ~kinds.null),
    )
  const having = [...byKind].filter(([kind]) => mayBe(receiver, kind))
  if (having.length === 0)
    return receiver.kinds === kinds.null && call.isOptional
      ? nothing
      : failed(checker, call, environment, unknownMethod(call, receiver.kinds))
  const callable = having.filter(([, spec]) => argumentFaults(spec, call).length === 0)
  if (callable.length === 0) return failed(checker, call, environment, ...argumentFaults(having[0]![1], call))
  reportReceiver(
    checker,
    call,
    receiver,
    callable.reduce((set, [kind]) => set | kind, 0),
  )
  const result = new CallCheck(
    checker,
    call,
    environment,
    receiver,
    callable.map(([, spec]) => spec),
  ).type()
  return call.isOptional && mayBe(receiver, kinds.null) ? union(result, nothing) : result
}

/** What the receiver may be beside the kinds that have the method. */
function reportReceiver({ problems, demands }: Checking, call: Call, receiver: Type, having: Kinds): void {
  const others = receiver.kinds & ~having & ~(call.isOptional ? kinds.null : 0)
  if (receiver.isUnknown) demands.isFullyTyped = false
  else if (others === kinds.null)
    problems.warning(
      new Fault(
        'may_be_null',
        `${call.name}() may be called on null; write ?.${call.name}() to get null, or ?? a default before it.`,
        call.nameSpan,
      ),
    )
  else if (others !== 0)
    problems.warning(
      new Fault(
        'type_mismatch',
        `${call.name}() may be called on ${describeKinds(others)}, which has no such method; test it with typeOf(x) first.`,
        call.nameSpan,
      ),
    )
}

/** One call whose functions are known; several where a method exists for several kinds of the receiver. */
class CallCheck {
  private readonly checker: Checking
  private readonly call: Call
  private readonly environment: Environment
  private readonly receiver: Type
  private readonly specs: readonly FunctionSpec[]

  constructor(
    checker: Checking,
    call: Call,
    environment: Environment,
    receiver: Type,
    specs: readonly FunctionSpec[],
  ) {
    this.checker = checker
    this.call = call
    this.environment = environment
    this.receiver = receiver
    this.specs = specs
  }

  type(): Type {
    const { args } = this.call
    const argumentTypes = args.map((each) =>
      each.type === 'lambda' ? never : this.checker.infer(each, this.environment),
    )
    const results = args.map((each, i) =>
      each.type === 'lambda' ? this.lambdaType(each, i, argumentTypes) : undefined,
    )
    return this.specs
      .map((spec) => this.typeFor(spec, { receiver: this.receiver, args: argumentTypes, results }))
      .reduce(union, never)
  }

  private typeFor(spec: FunctionSpec, types: CallTypes): Type {
    const { args } = this.call
    args.forEach((each, i) => {
      const parameter = parameterAt(spec, i)!
      if (each.type === 'lambda') return
      const expected =
        parameter.isOptional && !parameter.isRest
          ? { ...parameter.value!, kinds: parameter.value!.kinds | kinds.null }
          : parameter.value!
      this.checker.demands.value(types.args[i]!, expected, `${parameter.name} of ${spec.name}`, each)
    })
    const hasLambda = args.some(({ type }) => type === 'lambda')
    if (spec.receiver && !hasLambda)
      this.checker.demands.value(listPart(types.receiver), spec.receiver, 'The list', this.call)
    return typeof spec.returns === 'function' ? spec.returns(types) : spec.returns
  }

  private lambdaType(node: Lambda, index: number, parameterTypes: readonly Type[]): Type {
    const expected = this.specs
      .map((spec) => parameterAt(spec, index)?.function)
      .find((each) => each !== undefined)!
    const initial = expected.parameters.includes('sum') ? ofKinds(parameterTypes[1]!.kinds) : nothing
    const start = parameterTypes[1]?.isUnknown ? unknown : initial
    const result = this.checker.inferLambda(
      node,
      expected.parameters.map((each) => this.parameterType(each, start)),
      this.environment,
    )
    this.checker.demands.kinds(result, expected.returns, 'The result of the function', node.body)
    if (expected.isUniform) this.checker.demands.uniform(result, 'The results of the function', node.body)
    return expected.parameters.includes('sum') ? this.reduced(node, start, result) : result
  }

  private parameterType(name: FunctionDemand['parameters'][number], sum: Type): Type {
    if (name === 'item' || name === 'other')
      return mayBe(this.receiver, kinds.array) ? itemsOf(this.receiver) : unknown
    if (name === 'value') return valueType(this.receiver)
    return name === 'index' ? number : name === 'key' ? text : sum
  }

  /** The function was checked for the kind that it starts with: it must not return another. */
  private reduced(node: Lambda, start: Type, result: Type): Type {
    const { problems, demands } = this.checker
    if (result.isUnknown && !start.isUnknown) demands.isFullyTyped = false
    else if (!isOnly(result, start.kinds))
      problems.warning(
        new Fault(
          'type_mismatch',
          `The function starts with ${describeType(start)} but may return ${describeType(result)}; return the same kind each time.`,
          node.body,
        ),
      )
    return union(start, result.isUnknown ? unknown : ofKinds(result.kinds))
  }
}

const listPart = (type: Type): Type =>
  type.isUnknown ? type : { ...anyList, ...(type.items ? { items: type.items } : {}) }
