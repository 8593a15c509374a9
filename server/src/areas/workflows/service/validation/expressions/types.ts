import {
  checkTemplate,
  type Type,
  typeOfFields,
  typeOfSchema,
  unionOfTypes,
  unknownType,
} from '../../../../../kernel/expressions/index.ts'
import type { JsonSchema } from '../../../../../kernel/json-schema/schema-walk.ts'
import type { Structure } from '../../../graph/level.ts'
import { readStructure } from '../../../graph/structure.ts'
import type { Graph, Node, NodeOf } from '../../../schema/graph.ts'
import { type Callees, calleeKeyOf, schemaKeyOf, type ToolSchemas } from './outside.ts'
import type { Site } from './sites.ts'

export type Roots = Readonly<Record<string, Type>>

const text = typeOfSchema({ type: 'string' })
const textOrNull = typeOfSchema({ type: ['string', 'null'] })
const number = typeOfSchema({ type: 'number' })
const errorType = typeOfSchema({
  type: ['object', 'null'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
})
const runType = typeOfFields({ id: text, startedAt: text, mode: text })
const userType = typeOfFields({ id: text, name: text })

const httpType = typeOfFields({
  status: number,
  headers: typeOfSchema({ type: 'object', additionalProperties: { type: 'string' } }),
  body: unknownType,
})
const branchType = typeOfFields({ edge: number, to: textOrNull })
const agentType = typeOfFields({ text, messageId: textOrNull, finishReason: text })
const waitType = typeOfFields({ until: text })
const approvalFields = {
  approved: typeOfSchema({ type: 'boolean' }),
  answeredBy: unknownType,
  timedOut: typeOfSchema({ type: ['boolean', 'null'] }),
}

type Outside = {
  tools: ToolSchemas
  callees?: Callees | undefined
  /** Outputs of called workflows by their keys; unknown while one is followed, because it may execute itself. */
  flows?: Map<string, Type>
}

/** What is known of the data of a graph before there is any. */
export function createTypes(
  graph: Graph,
  structure: Structure,
  { tools, callees = {}, flows = new Map() }: Outside,
) {
  const input = graph.inputSchema ? typeOfSchema(graph.inputSchema) : unknownType
  const outputs = new Map<string, Type>()
  const nodeTypes = new Map([...structure.nodes.keys()].map((id) => [id, lazyNode(() => outputOf(id))]))
  // A graph with a cycle is refused, and must not be followed around it.
  const open = new Set<string>()

  function outputOf(id: string): Type {
    const known = outputs.get(id)
    if (known) return known
    const node = structure.nodes.get(id)
    if (!node || open.has(id)) return unknownType
    open.add(id)
    const type = isRepeated(node) ? listOf(plainOutput(node)) : plainOutput(node)
    open.delete(id)
    outputs.set(id, type)
    return type
  }

  function plainOutput(node: Node): Type {
    switch (node.type) {
      case 'start':
        return input
      case 'action': {
        const schema = tools[schemaKeyOf(node)]
        return schema ? typeOfSchema(schema.output) : unknownType
      }
      case 'http':
        return httpType
      case 'llm':
        return node.outputSchema ? typeOfSchema(node.outputSchema) : text
      case 'llm_agent':
        return agentOutput(node)
      case 'subflow':
        return flowOutput(node)
      case 'end':
        if (node.output === undefined) return outputBefore(node.id)
        return typeOfMapping(node.output, { nodeId: node.id, isPerItem: true })
      case 'parallel':
        return outputBefore(node.id)
      case 'human_wait':
        return typeOfFields({
          ...approvalFields,
          value: node.inputSchema ? typeOfSchema(node.inputSchema) : unknownType,
        })
      case 'branch':
        return branchType
      case 'wait':
        return node.event === undefined ? waitType : unknownType
      case 'join':
        return node.mode === 'any' ? unknownType : typeOfSources(node.id)
      case 'set':
        // The fields of the base are there too, and some of its values may have other types.
        if (node.base !== undefined) return unknownType
        return typeOfMapping(node.values, { nodeId: node.id, isPerItem: true })
      case 'loop':
        return listOf(iterationOutput(node))
      default:
        return unknownType
    }
  }

  function agentOutput({ outputSchema, agentId }: NodeOf<'llm_agent'>): Type {
    if (outputSchema) return typeOfSchema(outputSchema)
    if (agentId === undefined) return agentType
    const callee = callees[calleeKeyOf(agentId)]
    if (!callee || 'graph' in callee) return unknownType
    return callee.outputSchema ? typeOfSchema(callee.outputSchema) : agentType
  }

  /** That of the `end` of the called workflow. Several ends give theirs by id when more than one is reached. */
  function flowOutput({ workflowId, workflowVersion }: NodeOf<'subflow'>): Type {
    const key = calleeKeyOf(workflowId, workflowVersion)
    const callee = callees[key]
    if (!callee || !('graph' in callee)) return unknownType
    const found = flows.get(key)
    if (found) return found
    flows.set(key, unknownType)
    const inner = readStructure(callee.graph).structure
    const ends = callee.graph.nodes.filter(({ type }) => type === 'end')
    const types = createTypes(callee.graph, inner, { tools, callees, flows })
    const output = ends.length === 1 ? types.outputOf(ends[0]!.id) : unknownType
    flows.set(key, output)
    return output
  }

  /** The output of the only node before it. Of several, those that were reached decide on its form. */
  function outputBefore(id: string): Type {
    const level = structure.levels.get(structure.loopsAround(id)[0] ?? null)
    const sources = (level?.incoming.get(id) ?? []).map(({ from }) => outputOf(from))
    if (sources.length === 0) return unknownType
    return sources.length === 1 ? sources[0]! : unionOfTypes(typeOfSources(id), sources.reduce(unionOfTypes))
  }

  /** Types of the nodes that lead to a node, by id. */
  function typeOfSources(id: string): Type {
    const level = structure.levels.get(structure.loopsAround(id)[0] ?? null)
    const sources = (level?.incoming.get(id) ?? []).map(({ from }): [string, Type] => [from, outputOf(from)])
    return typeOfFields(Object.fromEntries(sources))
  }

  /** The type of its mapping, else that of the last node of the body. */
  function iterationOutput(node: NodeOf<'loop'>): Type {
    if (node.output !== undefined)
      return typeOfMapping(node.output, { nodeId: node.id, sees: 'body', isPerItem: true })
    const level = structure.levels.get(node.id)
    const last = level?.nodes.filter(({ id }) => !level.outgoing.has(id)) ?? []
    return last.length === 1 ? outputOf(last[0]!.id) : unknownType
  }

  /** Objects and lists as they are, templates as they are inferred. */
  function typeOfMapping(value: unknown, site: Pick<Site, 'nodeId' | 'sees' | 'isPerItem'>, depth = 0): Type {
    if (typeof value === 'string') return value.includes('{{') ? inferred(value, rootsAt(site)) : text
    if (depth > 8 || typeof value !== 'object' || value === null || Array.isArray(value))
      return depth > 8 || Array.isArray(value) ? unknownType : typeOfSchema({ const: value })
    const fields = Object.entries(value).map(([key, each]): [string, Type] => [
      key,
      typeOfMapping(each, site, depth + 1),
    ])
    return typeOfFields(Object.fromEntries(fields))
  }

  /** Of the innermost repetition around a place. */
  function itemsAt({ nodeId, isPerItem = false }: Pick<Site, 'nodeId' | 'isPerItem'>): Roots {
    const node = structure.nodes.get(nodeId)
    if (node && isPerItem && isRepeated(node)) return { item: itemOf(nodeId, node.forEach), index: number }
    const loops = structure.loopsAround(nodeId)
    const inner = node?.type === 'loop' && isPerItem ? node : structure.nodes.get(loops[0] ?? '')
    if (inner?.type !== 'loop') return {}
    if (inner.over === undefined) return { index: number, previous: unknownType }
    return { index: number, item: itemOf(inner.id, inner.over) }
  }

  function itemOf(nodeId: string, source: string): Type {
    if (open.has(`${nodeId}#`)) return unknownType
    open.add(`${nodeId}#`)
    const { items } = checkTemplate(source, { roots: rootsAt({ nodeId }) }).schema as JsonSchema
    open.delete(`${nodeId}#`)
    return items === undefined ? unknownType : typeOfSchema(items)
  }

  const visible = new Map<string, ReadonlySet<string>>()

  function visibleTo({ nodeId, sees }: Pick<Site, 'nodeId' | 'sees'>): ReadonlySet<string> {
    if (sees === undefined) return structure.ancestorsOf(nodeId)
    const key = `${nodeId}/${sees}`
    const found = visible.get(key)
    if (found) return found
    const own = sees === 'itself' ? [nodeId] : (structure.levels.get(nodeId)?.nodes ?? []).map(({ id }) => id)
    const all = new Set([...structure.ancestorsOf(nodeId), ...own])
    visible.set(key, all)
    return all
  }

  const known = new Map<string, Roots>()

  /** The same for all sources of a place. `others` are named although they may not be, which is reported elsewhere. */
  function rootsAt(site: Pick<Site, 'nodeId' | 'sees' | 'isPerItem'>, others: readonly string[] = []): Roots {
    const key = `${site.nodeId}/${site.sees ?? ''}/${site.isPerItem === true}`
    const found = known.get(key) ?? makeRoots(site)
    known.set(key, found)
    if (others.length === 0) return found
    const named = others.map((id): [string, Type] => [id, unknownType])
    const fields = found.nodes!.fields!
    return { ...found, nodes: { ...found.nodes!, fields: () => new Map([...named, ...fields()]) } }
  }

  function makeRoots(site: Pick<Site, 'nodeId' | 'sees' | 'isPerItem'>): Roots {
    const fields = new Map([...visibleTo(site)].map((id) => [id, nodeTypes.get(id) ?? unknownType]))
    const nodes = { ...typeOfFields({}), fields: () => fields }
    return { input, trigger: unknownType, run: runType, user: userType, nodes, ...itemsAt(site) }
  }

  return { rootsAt, visibleTo, outputOf }
}

export type GraphTypes = ReturnType<typeof createTypes>

const isRepeated = (node: Node): node is Node & { forEach: string } =>
  'forEach' in node && node.forEach !== undefined

function inferred(source: string, roots: Roots): Type {
  return typeOfSchema(checkTemplate(source, { roots }).schema)
}

/** Computed when an expression reads it: most nodes are never named. */
const lazyNode = (output: () => Type): Type => ({
  ...typeOfFields({}),
  fields: () =>
    new Map([
      ['output', output()],
      ['error', errorType],
      ['status', text],
      ['stoppedBy', textOrNull],
    ]),
})

const listOf = (items: Type): Type => ({ ...typeOfSchema({ type: 'array' }), items: () => items })
