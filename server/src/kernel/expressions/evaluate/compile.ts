import { Fault } from '../error.ts'
import type { Index, Lambda, List, Name, Node, ObjectLiteral, Template, Unary } from '../language/ast.ts'
import { allocate, allocateElements, type Run, spend } from '../limits.ts'
import { DateTime } from '../values/date-time.ts'
import { describeKinds, kindOf } from '../values/kind.ts'
import { elementOf, fieldOf, isObject, isTruthy, setField, toText } from '../values/value.ts'
import { compileCall } from './call.ts'
import type { Compiling, Evaluate, Scope } from './closure.ts'
import { compileBinary } from './operators.ts'
import { unknownName } from './unknown.ts'

/** Compiles a tree to functions that call each other; names, functions and arguments are resolved once, here. */
export class Compiler implements Compiling {
  private slots = 0
  /** Nodes compiled so far: what evaluating each of them once costs. */
  nodes = 0

  compile(node: Node, scope: Scope): Evaluate {
    this.nodes++
    switch (node.type) {
      case 'literal': {
        const { value } = node
        return () => value
      }
      case 'name':
        return compileName(node, scope)
      case 'member': {
        const object = this.compile(node.object, scope)
        const { key } = node
        return (run) => fieldOf(object(run), key)
      }
      case 'index':
        return this.index(node, scope)
      case 'call':
        return compileCall(this, node, scope)
      case 'unary':
        return this.unary(node, scope)
      case 'binary':
        return compileBinary(node, this.compile(node.left, scope), this.compile(node.right, scope))
      case 'condition': {
        const test = this.compile(node.test, scope)
        const whenTrue = this.compile(node.whenTrue, scope)
        const whenFalse = this.compile(node.whenFalse, scope)
        return (run) => (isTruthy(test(run)) ? whenTrue(run) : whenFalse(run))
      }
      case 'template':
        return this.template(node, scope)
      case 'list':
        return this.list(node, scope)
      case 'object':
        return this.object(node, scope)
    }
  }

  /** A function as an argument. It costs as much as its body has nodes, whichever of them are evaluated. */
  lambda(node: Lambda, scope: Scope): (run: Run) => (first: unknown, second?: unknown) => unknown {
    const inner = new Map(scope)
    const [first, second] = node.parameters.map(({ name }) => {
      inner.set(name, this.slots)
      return this.slots++
    })
    const before = this.nodes
    const body = this.compile(node.body, inner)
    const cost = this.nodes - before + 1
    return (run) => {
      const { slots } = run
      return (one, other) => {
        spend(run, cost, node)
        if (first !== undefined) slots[first] = one
        if (second !== undefined) slots[second] = other
        return body(run)
      }
    }
  }

  private index(node: Index, scope: Scope): Evaluate {
    const object = this.compile(node.object, scope)
    const key = this.compile(node.key, scope)
    return (run) => {
      const target = object(run)
      const at = key(run)
      if (typeof at === 'number') return elementOf(target, at)
      if (typeof at === 'string') return fieldOf(target, at)
      if (node.isOptional && target === null) return null
      throw new Fault(
        'type_mismatch',
        `An index must be a number or a string, not ${describeKinds(kindOf(at))}; write list[0] or object["name"].`,
        node.key,
      )
    }
  }

  private unary(node: Unary, scope: Scope): Evaluate {
    const operand = this.compile(node.operand, scope)
    if (node.operator === '!') return (run) => !isTruthy(operand(run))
    return (run) => {
      const value = operand(run)
      if (typeof value === 'number') return -value
      throw new Fault(
        'type_mismatch',
        `- needs a number, not ${describeKinds(kindOf(value))}; convert it with Number(x).`,
        node,
      )
    }
  }

  private template(node: Template, scope: Scope): Evaluate {
    const values = node.values.map((each) => this.compile(each, scope))
    return (run) => {
      let text = node.texts[0]!
      for (let i = 0; i < values.length; i++)
        text += toText(run, values[i]!(run), node.values[i]!) + node.texts[i + 1]!
      allocate(run, text.length, node)
      return text
    }
  }

  private list(node: List, scope: Scope): Evaluate {
    const items = node.items.map((each) => this.compile(each.type === 'spread' ? each.value : each, scope))
    const spreads = node.items.map((each) => each.type === 'spread')
    if (!spreads.includes(true))
      return (run) => {
        allocateElements(run, items.length, node)
        return items.map((each) => each(run))
      }
    return (run) => {
      const list: unknown[] = []
      items.forEach((each, i) => {
        const value = each(run)
        if (!spreads[i]) {
          list.push(value)
          return
        }
        if (!Array.isArray(value))
          throw new Fault(
            'type_mismatch',
            `... in a list needs an array, not ${describeKinds(kindOf(value))}; write ...(x ?? []) for one that may be missing.`,
            node.items[i]!,
          )
        allocateElements(run, value.length, node)
        spend(run, value.length / 4, node)
        for (const item of value) list.push(item)
      })
      allocateElements(run, items.length, node)
      return list
    }
  }

  private object(node: ObjectLiteral, scope: Scope): Evaluate {
    const fields = node.fields.map((each) => ({
      key: each.type === 'field' ? each.key : null,
      span: each,
      value: this.compile(each.value, scope),
    }))
    return (run) => {
      const object: Record<string, unknown> = {}
      allocateElements(run, fields.length, node)
      for (const { key, value, span } of fields) {
        const operand = value(run)
        if (key !== null) setField(object, key, operand)
        else if (isObject(operand) && !(operand instanceof DateTime)) {
          const keys = Object.keys(operand)
          allocateElements(run, keys.length, node)
          spend(run, keys.length / 2, node)
          for (const each of keys) setField(object, each, operand[each])
        } else if (operand !== null)
          throw new Fault(
            'type_mismatch',
            `... in an object needs an object, not ${describeKinds(kindOf(operand))}; name the field instead.`,
            span,
          )
      }
      return object
    }
  }
}

function compileName(node: Name, scope: Scope): Evaluate {
  const { name } = node
  const slot = scope.get(name)
  if (slot !== undefined) return (run) => run.slots[slot] ?? null
  return (run) => {
    if (Object.hasOwn(run.roots, name)) return run.roots[name] ?? null
    if (name !== 'now') throw unknownName(node, [...scope.keys(), ...Object.keys(run.roots), 'now'])
    run.hasDates = true
    return new DateTime(run.now)
  }
}
