import {
  checkCondition,
  checkTemplate,
  type Problem as ExpressionProblem,
  fieldReferences,
  type Type,
  typeOfSchema,
} from '../../../../../kernel/expressions/index.ts'
import type { JsonSchema } from '../../../../../kernel/json-schema/schema-walk.ts'
import { readStructure } from '../../../graph/structure.ts'
import type { Graph } from '../../../schema/graph.ts'
import type { Problem } from '../../../schema/problem.ts'
import { toProblem } from '../graph-problem.ts'
import { checkArguments } from './check-arguments.ts'
import { type Callees, schemaKeyOf, type ToolSchemas } from './outside.ts'
import { type Site, sitesOf } from './sites.ts'
import { createTypes, type GraphTypes } from './types.ts'

export type GraphCheck = { graph: Graph; tools: ToolSchemas; callees?: Callees }

// More are not read; a graph that has so many was generated.
const mostProblems = 500

/** Structure, expressions and arguments: all that can be said of a graph with the schemas of its tools. */
export function checkGraph({ graph, tools, callees }: GraphCheck): Problem[] {
  const { structure, problems: structural } = readStructure(graph)
  const types = createTypes(graph, structure, { tools, callees })
  const problems = structural.map((each) => toProblem(graph, each))
  for (const site of sitesOf(graph)) {
    if (problems.length >= mostProblems) break
    problems.push(...checkSite(site, types, structure.nodes, argumentTypes(site, graph, tools)))
  }
  problems.push(...checkArguments(graph, tools))
  return problems.slice(0, mostProblems)
}

type Known = ReadonlyMap<string, unknown>
type Expected = ReadonlyMap<string, Type>

/** What each argument of a tool must be. */
function argumentTypes({ kind, nodeId, path }: Site, graph: Graph, tools: ToolSchemas): Expected {
  if (kind !== 'mapping' || !path.endsWith('/inputMapping')) return new Map()
  const node = graph.nodes[Number(path.split('/')[3])]
  if (node?.type !== 'action' || node.id !== nodeId) return new Map()
  const schema = tools[schemaKeyOf(node)]?.input
  const properties = (schema?.properties ?? {}) as Record<string, JsonSchema>
  const { $defs, definitions } = schema ?? {}
  return new Map(
    Object.entries(properties).map(([name, each]) => [name, typeOfSchema({ $defs, definitions, ...each })]),
  )
}

const expectations: Record<NonNullable<Site['expects']>, Type> = {
  list: typeOfSchema({ type: 'array' }),
  number: typeOfSchema({ type: 'number' }),
  string: typeOfSchema({ type: ['string', 'number'] }),
}

export function checkSite(site: Site, types: GraphTypes, known: Known, expected: Expected): Problem[] {
  const check = (value: unknown, path: string, expects: Type | undefined, depth: number): Problem[] => {
    if (typeof value === 'string') return checkSource(value, path, site, types, known, expects)
    if (typeof value !== 'object' || value === null || depth > 64) return []
    return Object.entries(value).flatMap(([key, each]) =>
      check(each, `${path}/${escaped(key)}`, depth === 0 ? expected.get(key) : undefined, depth + 1),
    )
  }
  return check(site.value, site.path, site.expects && expectations[site.expects], 0)
}

function checkSource(
  source: string,
  path: string,
  site: Site,
  types: GraphTypes,
  known: Known,
  expects: Type | undefined,
): Problem[] {
  const isCondition = site.kind === 'condition'
  if (!isCondition && !source.includes('{{')) return []
  const named = fieldReferences(source, 'nodes', isCondition ? 'condition' : 'template')
  const visible = types.visibleTo(site)
  const hidden = named.filter(({ name }) => !visible.has(name))
  const roots = types.rootsAt(site, [...new Set(hidden.map(({ name }) => name))])
  const options = { roots, ...(expects && !isCondition ? { expects } : {}) }
  const { problems } = isCondition ? checkCondition(source, options) : checkTemplate(source, options)
  const at = { nodeId: site.nodeId, path }
  return [
    ...hidden.map(({ name, from, to }) => ({
      ...(known.has(name) ? notBefore(name) : unknownNode(name, visible)),
      ...at,
      position: positionOf(source, from, to),
    })),
    ...problems.map((each) => ({ ...fromExpression(each), ...at })),
  ]
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

function positionOf(source: string, from: number, to: number) {
  const before = source.slice(0, from).split('\n')
  return { offset: from, length: to - from, line: before.length, column: before.at(-1)!.length + 1 }
}

/** Messages of expressions are one sentence: what is wrong; how to fix it. */
export function fromExpression({ severity, code, message, position }: ExpressionProblem) {
  const [, fix] = /; (.+)$/s.exec(message) ?? []
  return {
    severity,
    code: `expression_${code}`,
    message,
    fix: fix ? fix[0]!.toUpperCase() + fix.slice(1) : 'Change the expression.',
    position,
  }
}

const unknownNode = (name: string, visible: ReadonlySet<string>) => ({
  severity: 'error' as const,
  code: 'unknown_node',
  message: `There is no node "${name}".`,
  fix: visible.size > 0 ? `Use one of ${[...visible].slice(0, 10).join(', ')}.` : 'Remove it.',
})

const notBefore = (name: string) => ({
  severity: 'error' as const,
  code: 'node_not_before',
  message: `The node "${name}" does not always run before this one, so its output is not known here.`,
  fix: `Connect "${name}" so that an edge leads from it to this node, directly or through others.`,
})
