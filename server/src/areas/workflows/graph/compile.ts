import { createPace } from '../../../kernel/compute/pace.ts'
import {
  type ConditionExpression,
  compileCondition,
  compileMapping,
  compileTemplate,
  type Expression,
  ExpressionError,
  type Mapping,
  MappingError,
} from '../../../kernel/expressions/index.ts'
import type { Edge, Graph, Node } from '../schema/graph.ts'
import type { Structure } from './level.ts'
import { type GraphProblem, isError } from './problem.ts'
import { nameOfEdge } from './structural-problems.ts'
import { readStructure } from './structure.ts'

export type CompiledNode = {
  node: Node
  /** What the node gets, see `requestOf`. */
  request: Mapping
  runIf: ConditionExpression | null
  /** The list of `forEach`, or that of a loop. */
  forEach: Expression | null
  over: Expression | null
  while: ConditionExpression | null
  /** The output of an iteration of a loop; null for that of the last nodes of its body. */
  iterationOutput: Mapping | null
}

export type CompiledGraph = {
  graph: Graph
  structure: Structure
  nodes: ReadonlyMap<string, CompiledNode>
  conditions: ReadonlyMap<Edge, ConditionExpression>
}

/**
 * What a node is given, as JSON with templates in it. All of a node shares the budget of one expression.
 */
export function requestOf(node: Node): Record<string, unknown> {
  switch (node.type) {
    case 'action':
      return { arguments: node.inputMapping }
    case 'http':
      return { url: node.url, query: node.query, headers: node.headers, body: node.body }
    case 'code':
    case 'llm_agent':
      return node.inputMapping === undefined ? {} : { state: node.inputMapping }
    case 'llm':
      return { system: node.system, prompt: node.prompt }
    case 'human_wait':
      return { message: node.humanMessage, assignee: node.assignee }
    case 'wait':
      return { seconds: node.seconds, until: node.until }
    case 'subflow':
      return { input: node.inputMapping }
    case 'set':
      return { base: node.base, values: node.values }
    case 'end':
      return {
        ...(node.output === undefined ? {} : { output: node.output }),
        ...(node.response === undefined ? {} : { response: node.response }),
      }
    default:
      return {}
  }
}

type Compilation = { compiled: CompiledGraph; problems: GraphProblem[] }

/** Parses everything that is evaluated later. The problems are those of the structure and of the sources. */
export function compileGraph(graph: Graph): Compilation {
  const work = compiling(graph)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** One node or edge at a time: a graph of megabytes would hold the event loop. */
function* compiling(graph: Graph): Generator<undefined, Compilation, undefined> {
  const { structure, problems } = readStructure(graph)
  const nodes = new Map<string, CompiledNode>()
  for (const [index, node] of graph.nodes.entries()) {
    const report = (path: string, error: ExpressionError) =>
      problems.push(syntaxProblem(`nodes[${index}].${path}`, error, { nodeId: node.id }))
    if (structure.nodes.get(node.id) === node) nodes.set(node.id, compileNode(node, report))
    yield
  }
  const conditions = new Map<Edge, ConditionExpression>()
  for (const [index, edge] of graph.edges.entries()) {
    const source = edge.condition
    if (source === undefined) continue
    const at = { nodeId: edge.from, edge: nameOfEdge(edge) }
    const compiled = parsed(
      () => compileCondition(source),
      (error) => problems.push(syntaxProblem(`edges[${index}].condition`, error, at)),
    )
    if (compiled) conditions.set(edge, compiled)
    yield
  }
  return { compiled: { graph, structure, nodes, conditions }, problems }
}

type Report = (path: string, error: ExpressionError) => void

function compileNode(node: Node, report: Report): CompiledNode {
  const template = (path: string, source: string | undefined) =>
    source === undefined
      ? null
      : parsed(
          () => compileTemplate(source),
          (error) => report(path, error),
        )
  const condition = (path: string, source: string | undefined) =>
    source === undefined
      ? null
      : parsed(
          () => compileCondition(source),
          (error) => report(path, error),
        )
  const mapping = (part: unknown) =>
    parsed(
      () => compileMapping(part),
      (error) => report(pathIn(error), error),
    )
  const loop = node.type === 'loop' ? node : null
  return {
    node,
    request: mapping(requestOf(node)) ?? compileMapping({}),
    runIf: condition('runIf', 'runIf' in node ? node.runIf : undefined),
    forEach: template('forEach', 'forEach' in node ? node.forEach : undefined),
    over: template('over', loop?.over),
    while: condition('while', loop?.while),
    iterationOutput: loop?.output === undefined ? null : mapping(loop.output),
  }
}

// The names of fields in the graph, for those that are named otherwise in a request.
const fields = new Map([
  ['arguments', 'inputMapping'],
  ['state', 'inputMapping'],
  ['input', 'inputMapping'],
  ['message', 'humanMessage'],
])

function pathIn(error: ExpressionError): string {
  if (!(error instanceof MappingError)) return ''
  const [first, ...rest] = error.path
  const name = fields.get(String(first)) ?? String(first)
  return rest.reduce<string>((path, key) => path + (typeof key === 'number' ? `[${key}]` : `.${key}`), name)
}

function parsed<T>(parse: () => T, report: (error: ExpressionError) => void): T | null {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    report(error)
    return null
  }
}

const syntaxProblem = (
  path: string,
  { code, message, position }: ExpressionError,
  at: Pick<GraphProblem, 'nodeId' | 'edge'>,
): GraphProblem => ({
  code: `expression_${code}`,
  severity: 'error',
  message: `${message} (line ${position.line}, column ${position.column})`,
  path,
  ...at,
})

/** Compiles a graph that is to be executed, in slices; null when it cannot be, whatever its input. */
export async function compileForExecution(
  graph: Graph,
): Promise<{ compiled: CompiledGraph | null; problems: GraphProblem[] }> {
  const pace = createPace()
  const work = compiling(graph)
  for (;;) {
    const { done, value } = work.next()
    if (done)
      return { compiled: value.problems.some(isError) ? null : value.compiled, problems: value.problems }
    await pace()
  }
}
