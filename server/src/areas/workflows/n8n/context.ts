import type { Edge, NodeInput } from '../schema/graph.ts'
import type { References } from './expression.ts'
import type { N8nWorkflow, SourceNode } from './source.ts'

/** What a node of n8n gives on: the expression of its data, and whether that is one item or a list of them. */
export type Data = { ref: string; isList: boolean }

/** A tool for an operation of a service; null where there is none. */
export type FindTool = (service: string, words: readonly string[]) => Promise<string | null>

/** What a translator of a node works with. */
export type Context = {
  workflow: N8nWorkflow
  source: SourceNode
  /** The id of the node here; further ones begin with it. */
  id: string
  /** What comes in. */
  input: Data
  references: References
  findTool: FindTool
  /** Whether no other node follows it. */
  isLast: boolean
  isInLoop: boolean
  note(message: string): void
}

/** An edge that leaves a translated node: from which of its parts, and under which condition. */
export type Outlet = { from: string; condition?: string; onError?: boolean }

export type Translated = {
  nodes: NodeInput[]
  edges?: Edge[]
  /** Where edges arrive; the first node unless named. */
  entry?: string
  /** What each output of the n8n node has become; a missing one is the first node without a condition. */
  outlets?: readonly Outlet[]
  data: Data
  /** Data of single outputs, where they differ. */
  dataOf?: readonly Data[]
}

export type Translator = (context: Context) => Translated | Promise<Translated>

/** With `forEach` where a list comes in. */
export const eachOf = ({ input }: Context): { forEach?: string } =>
  input.isList ? { forEach: `{{ ${input.ref} }}` } : {}

export const outputOf = (id: string, field = ''): string =>
  `${/^[A-Za-z_]\w*$/.test(id) ? `nodes.${id}` : `nodes[${JSON.stringify(id)}]`}.output${field}`

/** The same for each item of a list, else of the one. */
export const dataOf = (context: Context, id: string, field = ''): Data =>
  context.input.isList && field !== ''
    ? { ref: `${outputOf(id)}.map(each => each${field})`, isList: true }
    : { ref: outputOf(id, field), isList: context.input.isList }

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

export const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(recordOf) : []

/** Sets `a.b.c`, as n8n writes nested fields. */
export function setPath(target: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.').filter((name) => name !== '' && name !== '__proto__')
  let at = target
  for (const name of names.slice(0, -1)) {
    if (!Object.hasOwn(at, name) || typeof at[name] !== 'object' || at[name] === null) at[name] = {}
    at = at[name] as Record<string, unknown>
  }
  const last = names.at(-1)
  if (last !== undefined) at[last] = value
}
