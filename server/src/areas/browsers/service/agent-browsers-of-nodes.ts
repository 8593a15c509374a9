import { AppError } from '../../../kernel/errors.ts'
import type { NodeCalls } from '../../../kernel/http/nodes/calls.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AgentBrowsers } from './agent-browsers.ts'

/** Those that are about one session, which may be on another node. */
const names = ['open', 'snapshot', 'act', 'extract', 'handoff', 'close'] as const

type Name = (typeof names)[number]
type Work = (scope: Scope, ...args: unknown[]) => Promise<unknown>

/**
 * The same tools whichever node a run is on: a session of another node is used there. Once: that node does what is here
 * called `own`, which calls no one.
 */
export function createAgentBrowsersOfNodes(
  own: AgentBrowsers,
  nodeCalls: Pick<NodeCalls, 'call' | 'serve'>,
): AgentBrowsers {
  function workOf(name: Name): Work {
    const work = own[name] as Work
    const call = `browsers.${name}`
    nodeCalls.serve(call, (scope, args) => work(scope, ...args))
    return async (scope, ...args) => {
      try {
        return await work(scope, ...args)
      } catch (error) {
        const nodeId = error instanceof AppError ? error.extras.nodeId : undefined
        const called = nodeId === undefined ? null : await nodeCalls.call(nodeId, call, scope, args)
        if (!called) throw error
        return called.result
      }
    }
  }

  return { ...own, ...Object.fromEntries(names.map((name) => [name, workOf(name)])) }
}
