import type { FlowEdge, FlowNode } from './types.ts'

// `nodes.find.output`, `nodes?.find` and `nodes["find-order"]`, but not `mynodes.find`.
const reference =
  /(?<![\w$])nodes(?:(?:\?\.|\.)([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])/g

const isPlainName = (id: string) => /^[A-Za-z_$][\w$]*$/.test(id)
const access = (id: string) => (isPlainName(id) ? `.${id}` : `[${JSON.stringify(id)}]`)

/** A text with references to renamed nodes. */
export function rewriteText(text: string, renamed: ReadonlyMap<string, string>): string {
  return text.replace(reference, (whole, dotted, double, single) => {
    const id = dotted ?? double ?? single
    const next = renamed.get(id)
    return next === undefined ? whole : `nodes${access(next)}`
  })
}

function rewriteValue(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return rewriteText(value, renamed)
  if (Array.isArray(value)) return value.map((each) => rewriteValue(each, renamed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rewriteValue(each, renamed)]))
}

const untouched = new Set(['id', 'type', 'name', 'description', 'parent', 'position'])

/** A node whose own id, loop and expressions follow the new names. */
export function rewriteNode(node: FlowNode, renamed: ReadonlyMap<string, string>): FlowNode {
  const fields = Object.entries(node).map(([key, value]) => [
    key,
    untouched.has(key) ? value : rewriteValue(value, renamed),
  ])
  return {
    ...(Object.fromEntries(fields) as FlowNode),
    id: renamed.get(node.id) ?? node.id,
    ...(node.parent === undefined ? {} : { parent: renamed.get(node.parent) ?? node.parent }),
  }
}

export const rewriteEdge = (edge: FlowEdge, renamed: ReadonlyMap<string, string>): FlowEdge => ({
  ...edge,
  from: renamed.get(edge.from) ?? edge.from,
  to: renamed.get(edge.to) ?? edge.to,
  ...(edge.condition === undefined ? {} : { condition: rewriteText(edge.condition, renamed) }),
})
