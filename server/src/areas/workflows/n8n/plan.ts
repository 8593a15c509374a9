import { graphLimits } from '../schema/graph.ts'
import { Untranslatable } from './expression.ts'
import { closingLinks, type LoopOf, loopsOf } from './loops.ts'
import { kindOf, type Link, linksOf, type N8nWorkflow, type SourceNode } from './source.ts'
import { isSchedule, isTrigger, triggerHints } from './triggers.ts'
import { isWebhook } from './webhook.ts'

// Triggers are no nodes here.
const maxNodes = graphLimits.nodes + 50

type Note = { nodeId: string; message: string }

export type Plan = {
  triggers: SourceNode[]
  /** Every node that becomes one here, each after those that lead to it. */
  order: SourceNode[]
  links: Link[]
  /** Edges that lead back to the head of their loop. */
  waysBack: Link[]
  loops: ReadonlyMap<string, LoopOf>
  parentOf(name: string): string | undefined
  idOf(name: string): string
  notes: Note[]
}

export function planOf(workflow: N8nWorkflow): Plan {
  const attached = new Set(
    Object.entries(workflow.connections)
      .filter(([, outputs]) => !('main' in outputs) && Object.keys(outputs).length > 0)
      .map(([name]) => name),
  )
  const nodes = workflow.nodes.filter((node) => kindOf(node) !== 'stickyNote' && !attached.has(node.name))
  const all = linksOf({ ...workflow, nodes })
  // Loops and the order are looked for among all of them, without a pause.
  if (nodes.length > maxNodes || all.length > graphLimits.edges)
    throw new Untranslatable(`it has more than ${maxNodes} nodes or ${graphLimits.edges} connections`)
  const targets = new Set(all.map(({ to }) => to))
  const triggers = nodes.filter((node) => isTrigger(node) && !targets.has(node.name))
  // The request of a webhook has a separate form, so the webhook is a node here too.
  const steps = nodes.filter((node) => !triggers.includes(node) || isWebhook(node))
  const loops = new Map(loopsOf(steps, all).map((loop) => [loop.head, loop]))
  const isWayBack = ({ from, to }: Link) => loops.get(to)?.body.has(from) === true || from === to
  const forward = all.filter((link) => !isWayBack(link))
  const closing = closingLinks(
    nodes.map(({ name }) => name),
    forward,
  )
  const links = forward.filter((link) => !closing.has(link))
  const ids = idsOf(steps)
  const idOf = (name: string) => ids.get(name) ?? 'start'
  return {
    triggers,
    links,
    waysBack: all.filter((link) => link.from !== link.to && isWayBack(link)),
    loops,
    idOf,
    order: inOrder(steps, links),
    parentOf: (name) => innermost([...loops.values()].filter(({ body }) => body.has(name)))?.head,
    notes: [
      ...[...closing].map(({ from, to }) => ({
        nodeId: idOf(from),
        message: `It led back to ${to}: use a loop node instead.`,
      })),
      ...notesOfTriggers(triggers, links),
      ...notesOfSchedules(triggers, workflow),
    ],
  }
}

/** One start takes the place of all triggers, so whatever one of them led to runs for each. */
function notesOfTriggers(triggers: readonly SourceNode[], links: readonly Link[]): Note[] {
  const targetsOf = ({ name }: SourceNode) =>
    [...new Set(links.filter(({ from }) => from === name).map(({ to }) => to))].sort().join('\n')
  const isShared = new Set(triggers.map(targetsOf)).size <= 1
  if (isShared) return []
  const names = triggers.map(({ name }) => name).join(', ')
  return [
    {
      nodeId: 'start',
      message: `Each of the triggers ${names} led to other nodes. Here all of them run: add conditions on \`trigger.kind\`.`,
    },
  ]
}

/** Schedules that have no form here. */
const notesOfSchedules = (triggers: readonly SourceNode[], workflow: N8nWorkflow): Note[] =>
  triggers
    .filter(
      (trigger) => isSchedule(trigger) && triggerHints(trigger, workflow).some(({ slug }) => slug === null),
    )
    .map(({ name }) => ({
      nodeId: 'start',
      message: `A schedule of ${name} has no cron expression. Create a trigger that comes close to it.`,
    }))

const innermost = (loops: LoopOf[]): LoopOf | undefined => loops.sort((a, b) => a.body.size - b.body.size)[0]

function idsOf(nodes: readonly SourceNode[]): Map<string, string> {
  const taken = new Set(['start', 'end'])
  return new Map(
    nodes.map(({ name }) => {
      const plain = name
        .normalize('NFKD')
        .replace(/[^A-Za-z0-9]+/g, '_')
        .replace(/^_+|_+$/g, '')
        .toLowerCase()
      const base = plain.slice(0, 50).replace(/^(?=\d)/, 'n') || 'node'
      let id = base
      for (let i = 2; taken.has(id); i++) id = `${base}_${i}`
      taken.add(id)
      return [name, id]
    }),
  )
}

function inOrder(nodes: readonly SourceNode[], links: readonly Link[]): SourceNode[] {
  const incoming = Map.groupBy(links, ({ to }) => to)
  const left = new Map(nodes.map((node) => [node.name, node]))
  const ordered: SourceNode[] = []
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      ({ name }) => !incoming.get(name)?.some(({ from }) => left.has(from)),
    )
    for (const node of ready.length > 0 ? ready : [...left.values()].slice(0, 1)) {
      ordered.push(node)
      left.delete(node.name)
    }
  }
  return ordered
}
