import { createPace } from '../../../kernel/compute/pace.ts'
import { type Edge, Graph, type GraphInput, graphLimits, type NodeInput } from '../schema/graph.ts'
import { type Data, type FindTool, outputOf, type Translated } from './context.ts'
import { type References, Untranslatable } from './expression.ts'
import { isLoopHead } from './loops.ts'
import { type Plan, planOf } from './plan.ts'
import { firstOf, responseOf } from './respond.ts'
import type { Link, N8nWorkflow, SourceNode } from './source.ts'
import { translatorOf } from './translators.ts'
import { type TriggerHint, triggerHints } from './triggers.ts'
import { isWebhook, lastNodeResponse } from './webhook.ts'

// Expressions of ours have 4,096 characters; where branches that pass on their items meet again and again, the name of the
// data would double each time.
const maxRefChars = 1_000
// What is translated of one node takes milliseconds.
const maxNodeChars = 16 * 1024

export type ImportedWorkflow = {
  name: string
  graph: Graph
  /** What has to be looked at or done by hand, by node. */
  notes: { nodeId: string; message: string }[]
  /** Credentials of n8n that become connected accounts. */
  connectionSlots: { nodeId: string; service: string; name: string }[]
  /** What started it; nothing is switched on. */
  triggers: TriggerHint[]
}

/**
 * A draft from a workflow of n8n. Nothing of it is executed. What has no counterpart becomes a placeholder, which
 * validation refuses, so nothing is left out silently.
 */
export async function importN8n(
  workflow: N8nWorkflow,
  { findTool }: { findTool: FindTool },
): Promise<ImportedWorkflow> {
  const plan = planOf(workflow)
  const made = new Map<string, Translated>()
  const notes: ImportedWorkflow['notes'] = [...plan.notes]
  const pace = createPace()
  for (const source of plan.order) {
    made.set(source.name, await translate(source, { workflow, plan, made, notes, findTool }))
    await pace()
  }
  const ends = endsOfLoops({ workflow, plan, made, notes, findTool })
  const graph: GraphInput = {
    nodes: [...nodesOf(plan, made), ...ends.map(({ node }) => node)],
    edges: [...edgesOf(plan, made, notes), ...ends.flatMap(({ edges }) => edges)],
  }
  closeWithEnd(graph, endOf({ workflow, plan, made, notes, findTool }))
  return {
    name: workflow.name ?? 'Imported workflow',
    graph: Graph.parse(graph),
    notes,
    connectionSlots: plan.order.flatMap((source) =>
      Object.entries(source.credentials ?? {}).map(([service, credential]) => ({
        nodeId: plan.idOf(source.name),
        service,
        name: nameOf(credential),
      })),
    ),
    triggers: plan.triggers.flatMap((trigger) => triggerHints(trigger, workflow)),
  }
}

const nameOf = (credential: unknown): string => {
  const { name } = (credential ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name.slice(0, 200) : ''
}

type Work = {
  workflow: N8nWorkflow
  plan: Plan
  made: ReadonlyMap<string, Translated>
  notes: ImportedWorkflow['notes']
  findTool: FindTool
}

const startData: Data = { ref: 'input', isList: false }

/** What an output of a node gives on. */
function dataOfLink(work: Work, { from, output, isError }: Link): Data {
  const { plan, made } = work
  // A node that failed gives on what came in.
  if (isError)
    return joinedData(
      work,
      plan.links.filter(({ to }) => to === from),
    )
  const loop = plan.loops.get(from)
  const source = made.get(from)
  if (loop && output === loop.loopOutput) return batchOf(plan.order.find(({ name }) => name === from)!)
  return source ? (source.dataOf?.[output] ?? source.data) : startData
}

const sizeOf = ({ parameters: { batchSize } }: SourceNode): number =>
  typeof batchSize === 'number' || typeof batchSize === 'string' ? Math.max(1, Number(batchSize) || 1) : 1
const batchOf = (head: SourceNode): Data => ({ ref: 'item', isList: sizeOf(head) > 1 })

/**
 * What comes in by one of several links. That of the latest node is first: a node of a branch that was not taken has no
 * output, while what leads past a branch is always there.
 */
function joinedData(work: Work, links: readonly Link[]): Data {
  const place = ({ from }: Link) => work.plan.order.findIndex(({ name }) => name === from)
  return joined(links.toSorted((a, b) => place(b) - place(a)).map((link) => dataOfLink(work, link)))
}

function joined(inputs: readonly Data[]): Data {
  const refs = [...new Set(inputs.map(({ ref }) => ref))]
  if (refs.length === 0) return startData
  if (refs.length === 1) return inputs[0]!
  if (inputs.every(({ isList }) => isList === inputs[0]!.isList))
    return { ref: `(${refs.join(' ?? ')})`, isList: inputs[0]!.isList }
  return { ref: `[${refs.join(', ')}].flat().filter(each => each != null)`, isList: true }
}

const ofStart = { item: 'input', all: '[input]' }

/** What the expressions of a node can refer to; each of them is counted, as it is read again wherever it is used. */
function referencesOf({ plan, made, workflow }: Work, input: Data): References {
  let left = maxNodeChars
  const spend = (chars: number) => {
    left -= chars
    if (left < 0) throw new Untranslatable('its expressions are too long')
  }
  const counted = (ref: string) => {
    spend(ref.length)
    return ref
  }
  return {
    spend,
    get json() {
      return counted(input.isList ? 'item' : input.ref)
    },
    get all() {
      return counted(input.isList ? input.ref : `[${input.ref}]`)
    },
    workflowName: workflow.name ?? '',
    node(name) {
      const found = made.get(name)?.data
      if (!found) return plan.triggers.some((trigger) => trigger.name === name) ? ofStart : null
      spend(found.ref.length)
      if (!found.isList) return { item: found.ref, all: `[${found.ref}]` }
      return { item: `${found.ref}[${input.isList ? 'index' : '0'}]`, all: found.ref }
    },
  }
}

async function translate(source: SourceNode, work: Work): Promise<Translated> {
  const { plan, notes, workflow, findTool } = work
  const id = plan.idOf(source.name)
  const links = plan.links.filter(({ to }) => to === source.name).sort((a, b) => a.input - b.input)
  const inputs = links.map((link) => dataOfLink(work, link))
  const input = joinedData(work, links)
  const note = (message: string) => void notes.push({ nodeId: id, message })
  const references = referencesOf(work, input)
  try {
    if (input.ref.length > maxRefChars) throw new Untranslatable('too many branches lead to it')
    const translated = isLoopHead(source)
      ? loopNode(source, id, references)
      : await translatorOf(
          source,
          inputs,
        )({
          workflow,
          source,
          id,
          input,
          references,
          findTool,
          isLast: !plan.links.some(({ from }) => from === source.name),
          isInLoop: plan.parentOf(source.name) !== undefined,
          note,
        })
    for (const message of lossesOf(source, translated)) note(message)
    const nodes = translated.nodes.map((node) => ({ ...node, ...optionsOf(source, node) }) as NodeInput)
    return { ...translated, nodes: nodes.map((node) => named(node, source, plan)) }
  } catch (error) {
    const why = reasonOf(error)
    note(`It could not be translated: ${why}.`)
    const node: NodeInput = {
      id,
      type: 'placeholder',
      source: source.type,
      note: why.slice(0, 2_000),
      original: source.parameters,
    }
    return { nodes: [named(node, source, plan)], data: { ref: outputOf(id), isList: input.isList } }
  }
}

/** Reads the options that every node of n8n has. */
function lossesOf(
  { executeOnce, onError, continueOnFail, alwaysOutputData }: SourceNode,
  { nodes }: Translated,
): string[] {
  const continues = onError === 'continueRegularOutput' || continueOnFail === true
  const runsEach = nodes.some((node) => 'forEach' in node && node.forEach !== undefined)
  return [
    ...(executeOnce === true && runsEach
      ? ['It ran once, for the first item. Here it runs for each: remove `forEach`.']
      : []),
    ...(continues
      ? ['When it failed, n8n gave the error on as its output. Here the output is null then.']
      : []),
    ...(onError === 'continueErrorOutput' && runsEach
      ? [
          'It gave each item that failed to its error output. Here one failure takes that path with all items.',
        ]
      : []),
    ...(alwaysOutputData === true
      ? ['It gave on an empty item where it had none. Here there is no item then.']
      : []),
  ]
}

/** Parameters are what another program wrote, of any version: where one is of another kind, the node is a placeholder. */
function reasonOf(error: unknown): string {
  if (error instanceof Untranslatable || error instanceof SyntaxError) return error.message
  if (error instanceof TypeError) return 'its parameters are not of the kinds that n8n writes'
  throw error
}

function loopNode(source: SourceNode, id: string, { all }: References): Translated {
  const size = sizeOf(source)
  const over = size > 1 ? `{{ ${all}.chunk(${size}) }}` : `{{ ${all} }}`
  const data = { ref: size > 1 ? `${outputOf(id)}.flat()` : outputOf(id), isList: true }
  return { nodes: [{ id, type: 'loop', over }], data }
}

function named(node: NodeInput, source: SourceNode, plan: Plan): NodeInput {
  const parent = plan.parentOf(source.name)
  const [x, y] = source.position ?? [0, 0]
  return {
    ...node,
    name: source.name,
    position: { x, y },
    ...(parent === undefined ? {} : { parent: plan.idOf(parent) }),
    ...(source.notes ? { description: source.notes.slice(0, 2_000) } : {}),
  }
}

const withOptions = new Set(['action', 'http', 'code', 'llm', 'llm_agent', 'set'])

function optionsOf(source: SourceNode, { type }: NodeInput): Partial<Extract<NodeInput, { type: 'action' }>> {
  if (!withOptions.has(type)) return {}
  const { onError, continueOnFail, retryOnFail, maxTries = 3, waitBetweenTries = 1_000 } = source
  const max = Math.min(10, Math.max(0, Math.round(maxTries) - 1))
  const backoff = Math.min(3_600_000, Math.max(0, Math.round(waitBetweenTries)))
  return {
    ...(retryOnFail === true ? { retry: { max, backoff, factor: 1, maxBackoff: backoff } } : {}),
    ...(onError === 'continueErrorOutput'
      ? { onError: 'route' }
      : onError === 'continueRegularOutput' || continueOnFail === true
        ? { onError: 'continue' }
        : {}),
  }
}

function nodesOf(plan: Plan, made: ReadonlyMap<string, Translated>): NodeInput[] {
  const nodes = [...made.values()].flatMap((each) => each.nodes)
  if (nodes.length + 2 > graphLimits.nodes)
    throw new Untranslatable(`the graph would have more than ${graphLimits.nodes} nodes`)
  const [first] = plan.triggers
  const [x, y] = first?.position ?? [0, 0]
  return [
    { id: 'start', type: 'start', position: { x, y }, ...(first ? { name: first.name } : {}) },
    ...nodes,
  ]
}

function edgesOf(
  plan: Plan,
  made: ReadonlyMap<string, Translated>,
  notes: ImportedWorkflow['notes'],
): NonNullable<GraphInput['edges']> {
  const edges = [...made.values()].flatMap((each) => each.edges ?? [])
  for (const { name } of plan.triggers.filter(isWebhook)) edges.push({ from: 'start', to: plan.idOf(name) })
  for (const { from, output, to, isError } of plan.links) {
    const loop = plan.loops.get(from)
    if (loop && output === loop.loopOutput && loop.body.has(to)) continue
    const target = made.get(to)
    if (!target) continue
    if (made.has(from) && plan.parentOf(from) !== plan.parentOf(to)) {
      notes.push({
        nodeId: plan.idOf(from),
        message: `It led out of its loop to ${to}; connect the loop itself.`,
      })
      continue
    }
    const outlet = made.get(from)?.outlets?.[output] ?? { from: plan.idOf(from) }
    const edge = { ...outlet, to: target.entry ?? target.nodes[0]!.id, ...(isError ? { onError: true } : {}) }
    if (
      !edges.some(
        (each) => each.from === edge.from && each.to === edge.to && each.condition === edge.condition,
      )
    )
      edges.push(edge)
  }
  return edges
}

/**
 * The output of a loop is that of the last node of its body, while n8n collects the items that come back. Where a body
 * ends with a node that only passes its item on, a further one returns that item.
 */
function endsOfLoops(work: Work): { node: NodeInput; edges: Edge[] }[] {
  const { plan, made } = work
  const taken = new Set([...made.values()].flatMap(({ nodes }) => nodes.map(({ id }) => id)))
  return [...plan.loops.keys()].flatMap((head) => {
    const back = plan.waysBack.filter(({ to, from }) => to === head && made.has(from))
    const { ref, isList } = joinedData(work, back)
    const isOutput = back.length === 1 && ref === outputOf(made.get(back[0]!.from)!.nodes.at(-1)!.id)
    if (back.length === 0 || isList || isOutput) return []
    let id = `${plan.idOf(head)}_item`
    while (taken.has(id)) id += '_'
    const [x, y] = plan.order.find(({ name }) => name === back[0]!.from)?.position ?? [0, 0]
    const position = { x: x + 200, y }
    const node: NodeInput = {
      id,
      type: 'set',
      base: `{{ ${ref} }}`,
      values: {},
      parent: plan.idOf(head),
      position,
    }
    const edges = back.map(({ from, output, isError }) => ({
      ...(made.get(from)!.outlets?.[output] ?? { from: plan.idOf(from) }),
      to: id,
      ...(isError ? { onError: true } : {}),
    }))
    return [{ node, edges }]
  })
}

/** The output of a workflow whose webhook responds with that of its last node, and how it is sent. */
function endOf(work: Work): Partial<Extract<NodeInput, { type: 'end' }>> {
  const { plan, made, notes } = work
  const webhook = plan.triggers.find((trigger) => lastNodeResponse(trigger))
  const response = webhook && lastNodeResponse(webhook)
  if (!response) return {}
  const { links } = plan
  const last = plan.order.filter(
    ({ name }) => !links.some(({ from }) => from === name) && !plan.parentOf(name),
  )
  const data = joined(last.flatMap(({ name }) => made.get(name)?.data ?? []))
  const note = (message: string) => void notes.push({ nodeId: plan.idOf(webhook.name), message })
  const { options, isAll, isEmpty, property } = response
  const single = property === null ? firstOf(data) : `${firstOf(data)}[${JSON.stringify(property)}]`
  const all = data.isList ? data.ref : `[${data.ref}]`
  const settings = response.hasHeaders
    ? { response: responseOf(options, { references: referencesOf(work, data), note }) }
    : {}
  return { output: isEmpty ? '' : `{{ ${isAll ? all : single} }}`, ...settings }
}

/** What leads nowhere leads to the end. */
function closeWithEnd(graph: GraphInput, options: ReturnType<typeof endOf>): void {
  const edges = graph.edges!
  const leaving = new Set(edges.map(({ from }) => from))
  const last = graph.nodes.filter(
    ({ id, type, parent }) => parent === undefined && type !== 'end' && !leaving.has(id),
  )
  if (last.length === 0) return
  const right = Math.max(0, ...graph.nodes.map(({ position }) => position?.x ?? 0))
  graph.nodes.push({ id: 'end', type: 'end', position: { x: right + 240, y: 0 }, ...options })
  for (const { id } of last) edges.push({ from: id, to: 'end' })
}
