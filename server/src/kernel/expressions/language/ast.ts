import type { Span } from '../error.ts'

export type BinaryOperator =
  | '??'
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'

export type Literal = Span & { type: 'literal'; value: string | number | boolean | null }
export type Name = Span & { type: 'name'; name: string }
export type Member = Span & { type: 'member'; object: Node; key: string; isOptional: boolean; keySpan: Span }
export type Index = Span & { type: 'index'; object: Node; key: Node; isOptional: boolean }
export type Call = Span & {
  type: 'call'
  /** Null for a function; a function of a namespace, as Math.max, has its whole name. */
  object: Node | null
  name: string
  nameSpan: Span
  args: Argument[]
  /** Something before it in the chain is optional: then null gives null. */
  isOptional: boolean
}
export type Unary = Span & { type: 'unary'; operator: '!' | '-'; operand: Node }
export type Binary = Span & {
  type: 'binary'
  operator: BinaryOperator
  left: Node
  right: Node
  operatorSpan: Span
}
export type Condition = Span & { type: 'condition'; test: Node; whenTrue: Node; whenFalse: Node }
export type Template = Span & { type: 'template'; texts: string[]; values: Node[] }
export type Spread = Span & { type: 'spread'; value: Node }
export type List = Span & { type: 'list'; items: (Node | Spread)[] }
export type Field = Span & { type: 'field'; key: string; value: Node }
export type ObjectLiteral = Span & { type: 'object'; fields: (Field | Spread)[] }
export type Parameter = Span & { name: string }
export type Lambda = Span & { type: 'lambda'; parameters: Parameter[]; body: Node }

export type Node =
  | Literal
  | Name
  | Member
  | Index
  | Call
  | Unary
  | Binary
  | Condition
  | Template
  | List
  | ObjectLiteral
export type Argument = Node | Lambda
