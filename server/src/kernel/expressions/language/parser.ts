import { Fault, type Span } from '../error.ts'
import { expressionLimits } from '../limits.ts'
import type { Argument, BinaryOperator, Call, Field, Node, Spread, Template } from './ast.ts'
import { constants, explainUnexpected, precedence, shown, statements } from './grammar.ts'
import { parseLambda } from './lambda.ts'
import { namespaces } from './namespaces.ts'
import type { Token } from './token.ts'

/** A recursive-descent parser over tokens. */
export class Parser {
  readonly tokens: readonly Token[]
  at = 0
  /** For completion: what is missing at the end is taken for given. */
  readonly isTolerant: boolean
  private nesting = 0
  private readonly depths = new WeakMap<Node, number>()
  private readonly optional = new WeakSet<Node>()
  private readonly parenthesized = new WeakSet<Node>()

  constructor(tokens: readonly Token[], isTolerant = false) {
    this.tokens = tokens
    this.isTolerant = isTolerant
  }

  /** The whole of the tokens. */
  parse(): Node {
    const node = this.expression()
    const rest = this.peek()
    if (rest.type === 'end') return node
    throw new Fault('syntax', `${shown(rest)} cannot follow here; add an operator or remove it.`, rest)
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!
  }

  next(): Token {
    const token = this.peek()
    this.at++
    return token
  }

  is(sign: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.type === 'sign' && token.value === sign
  }

  /** Passes over a sign if it is there. */
  skip(sign: string): boolean {
    if (!this.is(sign)) return false
    this.at++
    return true
  }

  expect(sign: string, what: string): Token {
    const token = this.peek()
    if (this.is(sign)) return this.next()
    if (this.isTolerant && token.type === 'end') return token
    throw new Fault(
      'syntax',
      `${sign} is missing ${token.type === 'end' ? 'at the end' : `before ${shown(token)}`}; ${what}.`,
      token,
    )
  }

  expression(): Node {
    return this.nested(() => {
      const test = this.binary(1)
      if (!this.skip('?')) return test
      const whenTrue = this.expression()
      this.expect(':', 'a condition is written as test ? one : other')
      const whenFalse = this.expression()
      return this.made({ type: 'condition', test, whenTrue, whenFalse, from: test.from, to: whenFalse.to }, [
        test,
        whenTrue,
        whenFalse,
      ])
    })
  }

  private binary(least: number): Node {
    let left = this.unary()
    for (;;) {
      const token = this.peek()
      const rank = token.type === 'sign' || token.value === 'in' ? precedence[token.value] : undefined
      if (rank === undefined || rank < least) return left
      this.at++
      const right = this.nested(() => this.binary(rank + 1))
      const operator = String(token.value).replace(/^([=!]=)=$/, '$1') as BinaryOperator
      if (operator === '??') this.refuseMixed(left, right)
      const operatorSpan = { from: token.from, to: token.to }
      left = this.made(
        { type: 'binary', operator, left, right, operatorSpan, from: left.from, to: right.to },
        [left, right],
      )
    }
  }

  /** As in JavaScript, where it is not defined which of them comes first. */
  private refuseMixed(...sides: Node[]): void {
    for (const side of sides)
      if (
        side.type === 'binary' &&
        (side.operator === '||' || side.operator === '&&') &&
        !this.parenthesized.has(side)
      )
        throw new Fault(
          'syntax',
          `?? and ${side.operator} cannot be mixed; put parentheses around one of them.`,
          side,
        )
  }

  private unary(): Node {
    const token = this.peek()
    if (!this.is('!') && !this.is('-')) return this.postfix(this.primary())
    this.at++
    const operand = this.nested(() => this.unary())
    const operator = token.value as '!' | '-'
    return this.made({ type: 'unary', operator, operand, from: token.from, to: operand.to }, [operand])
  }

  private postfix(first: Node): Node {
    let node = first
    for (;;) {
      const isOptional = this.is('?.')
      if (isOptional || this.is('.')) {
        this.at++
        node = isOptional && this.is('[') ? this.index(node, true) : this.member(node, isOptional)
      } else if (this.is('[')) node = this.index(node, false)
      else if (this.is('(')) throw this.notCallable(node)
      else return node
    }
  }

  private member(object: Node, isOptional: boolean): Node {
    const key = this.next()
    if (key.type !== 'name')
      throw new Fault(
        'syntax',
        `A name is missing after the dot; write a field, or ["field"] for an unusual one.`,
        key,
      )
    const chain = isOptional || this.optional.has(object)
    const keySpan = { from: key.from, to: key.to }
    if (this.is('(')) return this.call(object, key.value, keySpan, chain)
    const node: Node = {
      type: 'member',
      object,
      key: key.value,
      isOptional,
      keySpan,
      from: object.from,
      to: key.to,
    }
    return this.made(node, [object], chain)
  }

  private index(object: Node, isOptional: boolean): Node {
    this.expect('[', 'an index is written as list[0]')
    const key = this.expression()
    const { to } = this.expect(']', 'an index is written as list[0]')
    const chain = isOptional || this.optional.has(object)
    return this.made({ type: 'index', object, key, isOptional, from: object.from, to }, [object, key], chain)
  }

  private call(object: Node | null, name: string, nameSpan: Span, isOptional: boolean): Node {
    this.expect('(', 'a call is written as name()')
    const args: Argument[] = []
    while (!this.is(')') && !this.isCut()) {
      args.push(this.argument())
      if (!this.is(')')) this.expect(',', 'arguments are separated by commas')
    }
    const { to } = this.expect(')', 'a call ends with a parenthesis')
    const isNamespace = object?.type === 'name' && namespaces.has(object.name)
    const from = object?.from ?? nameSpan.from
    const node: Call = isNamespace
      ? {
          type: 'call',
          object: null,
          name: `${object.name}.${name}`,
          nameSpan: { from, to: nameSpan.to },
          args,
          isOptional,
          from,
          to,
        }
      : { type: 'call', object, name, nameSpan, args, isOptional, from, to }
    const inner = args.map((each) => (each.type === 'lambda' ? each.body : each))
    return this.made(node, object === null ? inner : [object, ...inner], isOptional)
  }

  private argument(): Argument {
    return parseLambda(this) ?? this.expression()
  }

  private primary(): Node {
    const token = this.next()
    const { from, to } = token
    if (token.type === 'number' || token.type === 'string')
      return { type: 'literal', value: token.value, from, to }
    if (token.type === 'template') return this.template(token)
    if (token.type === 'name') return this.named(token.value, { from, to })
    if (token.value === '(') return this.parentheses(from)
    if (token.value === '[') return this.list(from)
    if (token.value === '{') return this.object(from)
    if (token.type === 'end' && this.isTolerant) return { type: 'literal', value: null, from, to }
    throw token.type === 'end'
      ? new Fault('syntax', 'The expression ends too early; write a value here.', token)
      : new Fault('syntax', `Expected a value but found ${shown(token)}; ${explainUnexpected(token)}.`, token)
  }

  private named(name: string, span: Span): Node {
    if (Object.hasOwn(constants, name)) return { type: 'literal', value: constants[name]!, ...span }
    if (statements.has(name))
      throw new Fault('syntax', `${name} is not part of expressions; use a code node for programs.`, span)
    if (this.is('=>'))
      throw new Fault(
        'syntax',
        'Expected a value but found a function; it can only be an argument, as in list.map(x => x.id).',
        span,
      )
    return this.is('(') ? this.call(null, name, span, false) : { type: 'name', name, ...span }
  }

  /** Belongs to what is in it, so that messages show the whole; what is optional in there ends with it. */
  private parentheses(from: number): Node {
    const inner = this.expression()
    const { to } = this.expect(')', 'every ( needs its )')
    const node = { ...inner, from, to }
    this.depths.set(node, this.depths.get(inner) ?? 0)
    this.parenthesized.add(node)
    return node
  }

  private template(first: Token & { type: 'template' }): Node {
    const node: Template = {
      type: 'template',
      texts: [first.value],
      values: [],
      from: first.from,
      to: first.to,
    }
    let { to } = first
    for (let piece: Token = first; piece.type === 'template' && !piece.isLast; ) {
      node.values.push(this.expression())
      piece = this.next()
      if (piece.type !== 'template' && !(this.isTolerant && piece.type === 'end'))
        throw new Fault('syntax', '} is missing; an expression in a text ends with it.', piece)
      node.texts.push(String(piece.value))
      to = piece.to
    }
    return this.made({ ...node, to }, node.values)
  }

  private list(from: number): Node {
    const items: (Node | Spread)[] = []
    while (!this.is(']') && !this.isCut()) {
      items.push(this.is('...') ? this.spread() : this.expression())
      if (!this.is(']')) this.expect(',', 'elements are separated by commas')
    }
    const { to } = this.expect(']', 'a list ends with it')
    return this.made({ type: 'list', items, from, to }, items.map(inner))
  }

  private object(from: number): Node {
    const fields: (Field | Spread)[] = []
    while (!this.is('}') && !this.isCut()) {
      fields.push(this.is('...') ? this.spread() : this.field())
      if (!this.is('}')) this.expect(',', 'fields are separated by commas')
    }
    const { to } = this.expect('}', 'an object ends with it')
    return this.made({ type: 'object', fields, from, to }, fields.map(inner))
  }

  private field(): Field {
    const key = this.next()
    if (key.type !== 'name' && key.type !== 'string')
      throw new Fault(
        'syntax',
        `${shown(key)} is not the name of a field; write {name: value} or {"name": value}.`,
        key,
      )
    if (key.type === 'name' && (this.is(',') || this.is('}')))
      return {
        type: 'field',
        key: key.value,
        value: this.named(key.value, { from: key.from, to: key.to }),
        from: key.from,
        to: key.to,
      }
    this.expect(':', 'a field is written as name: value')
    const value = this.expression()
    return { type: 'field', key: key.value, value, from: key.from, to: value.to }
  }

  private spread(): Spread {
    const { from } = this.next()
    const value = this.expression()
    return { type: 'spread', value, from, to: value.to }
  }

  private notCallable(node: Node): Fault {
    return new Fault(
      'syntax',
      'A value cannot be called; write a function or a method before the parenthesis.',
      node,
    )
  }

  private isCut(): boolean {
    return this.isTolerant && this.peek().type === 'end'
  }

  private nested<T>(work: () => T): T {
    if (++this.nesting > expressionLimits.nesting)
      throw new Fault(
        'source_too_deep',
        `The expression is nested deeper than ${expressionLimits.nesting} levels; split it into several.`,
        this.peek(),
      )
    const result = work()
    this.nesting--
    return result
  }

  /** Everything after the parser walks the tree by recursion, so its depth is bounded here. */
  private made(node: Node, children: readonly Node[], isOptional = false): Node {
    let depth = 0
    for (const child of children) depth = Math.max(depth, this.depths.get(child) ?? 0)
    if (depth >= expressionLimits.treeDepth)
      throw new Fault(
        'source_too_deep',
        `The expression chains more than ${expressionLimits.treeDepth} operations; split it into several.`,
        node,
      )
    this.depths.set(node, depth + 1)
    if (isOptional) this.optional.add(node)
    return node
  }
}

const inner = (part: Node | Spread | Field): Node =>
  part.type === 'spread' || part.type === 'field' ? part.value : part
