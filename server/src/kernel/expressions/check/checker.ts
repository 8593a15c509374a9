import { Fault } from '../error.ts'
import { unknownField, unknownName } from '../evaluate/unknown.ts'
import { mergedType, valueType } from '../functions/object.ts'
import type { Binary, Index, Lambda, List, Member, Name, Node, ObjectLiteral } from '../language/ast.ts'
import { namespaces } from '../language/namespaces.ts'
import {
  boolean,
  date,
  describeType,
  fieldOrMissing,
  isOnly,
  itemsOf,
  listOfType,
  mayBe,
  never,
  nothing,
  number,
  objectOf,
  ofKinds,
  type Type,
  text,
  union,
  unknown,
  without,
} from '../types/type.ts'
import { kindOf, kinds } from '../values/kind.ts'
import { dateFieldNames } from '../values/value.ts'
import { BinaryCheck } from './binary.ts'
import { type Checking, inferCall } from './call.ts'
import { Demands } from './demand.ts'
import { type Binding, type Environment, narrowed, pathOf } from './narrow.ts'
import { Problems } from './problem.ts'

/** Sees the types of objects whose fields are read, and the names known at a place: for completion. */
export type Observer = {
  member?(node: Member | Index, object: Type): void
  name?(node: Name, names: ReadonlyMap<string, Binding>): void
}

// A search takes up to some milliseconds where objects have many fields with long names.
const mostSearched = 8

/** Infers types from the leaves up, and reports what cannot work. */
export class Checker implements Checking {
  readonly problems = new Problems()
  readonly demands = new Demands(this.problems)
  private readonly binary = new BinaryCheck(this.problems, this.demands)
  private readonly observer: Observer
  private parameters = 0
  private unknownFields = 0

  constructor(observer: Observer = {}) {
    this.observer = observer
  }

  infer(node: Node, environment: Environment): Type {
    const type = this.typeOf(node, environment)
    const path = environment.present.size === 0 ? null : pathOf(node, environment)
    return path !== null && environment.present.has(path) ? without(type, kinds.null) : type
  }

  inferLambda(node: Lambda, types: readonly Type[], environment: Environment): Type {
    const names = new Map(environment.names)
    node.parameters.forEach(({ name }, i) => {
      names.set(name, { type: types[i] ?? unknown, id: `#${this.parameters++}` })
    })
    return this.infer(node.body, { ...environment, names })
  }

  private typeOf(node: Node, environment: Environment): Type {
    switch (node.type) {
      case 'literal':
        return ofKinds(kindOf(node.value))
      case 'name':
        return this.name(node, environment)
      case 'member':
        return this.member(node, node.key, this.infer(node.object, environment))
      case 'index':
        return this.index(node, environment)
      case 'call':
        return inferCall(this, node, environment)
      case 'unary': {
        const operand = this.infer(node.operand, environment)
        if (node.operator === '-')
          this.demands.kinds(operand, kinds.number, 'What - is applied to', node.operand)
        return node.operator === '-' ? number : boolean
      }
      case 'binary':
        return this.operator(node, environment)
      case 'condition': {
        this.infer(node.test, environment)
        const whenTrue = this.infer(node.whenTrue, narrowed(environment, node.test, true))
        return union(whenTrue, this.infer(node.whenFalse, narrowed(environment, node.test, false)))
      }
      case 'template':
        for (const each of node.values) this.infer(each, environment)
        return text
      case 'list':
        return this.list(node, environment)
      case 'object':
        return this.object(node, environment)
    }
  }

  private name(node: Name, { names }: Environment): Type {
    this.observer.name?.(node, names)
    const known = names.get(node.name)
    if (known !== undefined) return known.type
    if (node.name === 'now') return date
    this.problems.error(
      namespaces.has(node.name)
        ? new Fault(
            'unknown_name',
            `${node.name} is not a value; call one of its functions, as in ${node.name === 'Math' ? 'Math.round(x)' : node.name === 'JSON' ? 'JSON.stringify(x)' : node.name === 'Array' ? 'Array.isArray(x)' : 'Object.keys(x)'}.`,
            node,
          )
        : unknownName(node, [...names.keys(), 'now']),
    )
    return unknown
  }

  private member(node: Member | Index, key: string, object: Type): Type {
    this.observer.member?.(node, object)
    if (object.isUnknown) return unknown
    const span = node.type === 'member' ? node.keySpan : node.key
    const parts: Type[] = []
    if (mayBe(object, kinds.object)) parts.push(this.field(node, key, object))
    if (mayBe(object, kinds.array | kinds.string)) parts.push(key === 'length' ? number : nothing)
    if (mayBe(object, kinds.date))
      parts.push(key === 'zone' ? text : dateFieldNames.includes(key) ? number : nothing)
    if (mayBe(object, kinds.null | kinds.number | kinds.boolean)) parts.push(nothing)
    const type = parts.reduce(union, never)
    const rest = object.kinds & ~kinds.null
    if (type.kinds !== kinds.null || mayBe(object, kinds.object) || rest === 0) return type
    this.problems.error(
      new Fault(
        'unknown_field',
        `${describeType(without(object, kinds.null))} has no field ${key.slice(0, 40)}; use ${mayBe(object, kinds.date) ? dateFieldNames.join(', ') : mayBe(object, kinds.array | kinds.string) ? 'length, an index or a method' : 'the value itself'}.`,
        span,
      ),
    )
    return unknown
  }

  /** Of objects; a name that is not known is wrong where no others can be, and doubtful where some are known. */
  private field(node: Member | Index, key: string, object: Type): Type {
    const fields = object.fields?.()
    const known = fields?.get(key)
    if (known !== undefined) return known
    const isClosed = !object.isOpen
    if (fields !== undefined && !object.others && (isClosed || fields.size > 0)) {
      const fault = unknownField(
        key,
        node.type === 'member' ? node.keySpan : node.key,
        [...fields.keys()],
        this.unknownFields++ < mostSearched,
      )
      if (isClosed) this.problems.error(fault)
      else this.problems.warning(fault)
      return unknown
    }
    return fieldOrMissing(object, key)
  }

  private index(node: Index, environment: Environment): Type {
    const object = this.infer(node.object, environment)
    if (node.key.type === 'literal' && typeof node.key.value === 'string')
      return this.member(node, node.key.value, object)
    const key = this.infer(node.key, environment)
    this.demands.kinds(key, kinds.number | kinds.string, 'An index', node.key)
    if (object.isUnknown) return unknown
    const parts: Type[] = [nothing]
    if (mayBe(object, kinds.object)) parts.push(valueType(object))
    if (mayBe(object, kinds.array) && mayBe(key, kinds.number)) parts.push(itemsOf(object))
    if (mayBe(object, kinds.string) && mayBe(key, kinds.number)) parts.push(text)
    if (mayBe(object, kinds.array | kinds.string | kinds.date) && mayBe(key, kinds.string))
      parts.push(number, text)
    return parts.reduce(union)
  }

  private operator(node: Binary, environment: Environment): Type {
    const left = this.infer(node.left, environment)
    switch (node.operator) {
      case '&&': {
        const right = this.infer(node.right, narrowed(environment, node.left, true))
        return left.isUnknown ? unknown : union(without(left, kinds.array | kinds.object | kinds.date), right)
      }
      case '||':
        return union(
          without(left, kinds.null),
          this.infer(node.right, narrowed(environment, node.left, false)),
        )
      case '??': {
        const right = this.infer(node.right, environment)
        return left.isUnknown && right.isUnknown ? unknown : union(without(left, kinds.null), right)
      }
      default:
        return this.binary.typeOf(node, left, this.infer(node.right, environment))
    }
  }

  private list(node: List, environment: Environment): Type {
    const items = node.items.map((each) => {
      if (each.type !== 'spread') return this.infer(each, environment)
      const list = this.infer(each.value, environment)
      this.demands.kinds(list, kinds.array, 'What ... adds to a list', each)
      return itemsOf(list)
    })
    return listOfType(items.reduce(union, never))
  }

  private object(node: ObjectLiteral, environment: Environment): Type {
    let type: Type = objectOf(() => new Map(), false)
    for (const each of node.fields) {
      const value = this.infer(each.value, environment)
      if (each.type === 'spread') {
        this.demands.kinds(value, kinds.object | kinds.null, 'What ... adds to an object', each)
        const merged = mergedType(type, value)
        type =
          mayBe(value, kinds.null) && !value.isUnknown && !isOnly(value, kinds.null)
            ? union(type, merged)
            : isOnly(value, kinds.null)
              ? type
              : merged
      } else type = withField(type, each.key, value)
    }
    return type
  }
}

function withField(type: Type, key: string, value: Type): Type {
  const { fields } = type
  if (fields === undefined) return type
  const known = fields()
  return objectOf(() => new Map([...known, [key, value]]), type.isOpen)
}
