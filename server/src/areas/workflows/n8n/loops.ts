import { kindOf, type Link, type SourceNode } from './source.ts'

/** A loop of n8n: its head, and the nodes between its output and the way back. */
export type LoopOf = { head: string; body: ReadonlySet<string>; loopOutput: number }

export const isLoopHead = (node: SourceNode): boolean => kindOf(node) === 'splitInBatches'

/** Since its third version the first output is the end and the second one the body. */
const loopOutputOf = ({ typeVersion = 1 }: SourceNode): number => (typeVersion >= 3 ? 1 : 0)

/** What can be reached without passing the head again. */
function reachable(from: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const seen = new Set(from)
  for (const name of seen) for (const each of next(name)) seen.add(each)
  return seen
}

export function loopsOf(nodes: readonly SourceNode[], links: readonly Link[]): LoopOf[] {
  const outgoing = Map.groupBy(links, ({ from }) => from)
  const incoming = Map.groupBy(links, ({ to }) => to)
  const after = (name: string) => (outgoing.get(name) ?? []).map(({ to }) => to)
  const before = (name: string) => (incoming.get(name) ?? []).map(({ from }) => from)
  return nodes.filter(isLoopHead).map((node) => {
    const head = node.name
    const loopOutput = loopOutputOf(node)
    const starts = (outgoing.get(head) ?? [])
      .filter(({ output, to }) => output === loopOutput && to !== head)
      .map(({ to }) => to)
    const forward = reachable(starts, (name) => (name === head ? [] : after(name)))
    const back = reachable([head], (name) => before(name).filter((each) => each !== head))
    return { head, loopOutput, body: new Set([...forward].filter((name) => name !== head && back.has(name))) }
  })
}

/** Links that close a cycle, which is no loop by itself: found by walking from the nodes that nothing leads to. */
export function closingLinks(names: readonly string[], links: readonly Link[]): Set<Link> {
  const closing = new Set<Link>()
  const state = new Map<string, 'open' | 'done'>()
  const visit = (first: string): void => {
    const stack = [{ name: first, left: links.filter(({ from }) => from === first) }]
    state.set(first, 'open')
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const link = top.left.shift()
      if (!link) {
        state.set(top.name, 'done')
        stack.pop()
      } else if (state.get(link.to) === 'open') closing.add(link)
      else if (!state.has(link.to)) {
        state.set(link.to, 'open')
        stack.push({ name: link.to, left: links.filter(({ from }) => from === link.to) })
      }
    }
  }
  const targets = new Set(links.map(({ to }) => to))
  for (const name of [...names.filter((each) => !targets.has(each)), ...names])
    if (!state.has(name)) visit(name)
  return closing
}
