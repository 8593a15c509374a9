import { creditsOf } from '../../../../kernel/credits.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isUuid } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Message, ThreadRow, Threads } from '../../../threads/index.ts'
import { textOf, toChatMessage } from '../../protocols/messages.ts'
import type { CompareQuery, Comparison } from '../../schema/thread.ts'
import type { AgentRuns } from '../ports.ts'

export type CompareDeps = { db: Db; threads: Threads; agentRuns: Pick<AgentRuns, 'list'> }

// Of a thread with more runs than this, the oldest ones are not counted.
const pageSize = 100
const maxRuns = 1_000

type Side = Comparison['left']
type Call = Side['toolCalls'][number]

/** Two conversations, or two branches of one, side by side: their messages, what they cost, which tools were called. */
export function createCompare({ db, threads, agentRuns }: CompareDeps) {
  /** What the runs of a thread cost, with the tools that they called. */
  async function costsOf(scope: Scope, threadId: string): Promise<Map<string, number>> {
    const costs = new Map<string, number>()
    for (let offset = 0; offset < maxRuns; offset += pageSize) {
      const { items } = await agentRuns.list(scope, threadId, { limit: pageSize, offset })
      for (const { id, usage } of items) costs.set(id, usage?.credits ?? 0)
      if (items.length < pageSize) break
    }
    return costs
  }

  async function sideOf(
    scope: Scope,
    thread: ThreadRow,
    branch: number,
  ): Promise<{ side: Side; messages: Message[] }> {
    const found = (await threads.entries.branches(db, thread)).find((each) => each.branch === branch)
    if (!found) throw unknownBranch()
    const [entries, costs] = await Promise.all([
      threads.entries.path(db, thread, { branch, place: found.lastPlace }),
      costsOf(scope, thread.id),
    ])
    const messages = await threads.entries.fold(entries)
    // The message of the user may be all that a branch has of a run.
    const responses = entries.filter(({ role }) => role !== 'human')
    const runIds = new Set(responses.flatMap(({ executionId }) => executionId ?? []))
    const ofRuns = [...runIds].reduce((sum, id) => sum + (costs.get(id) ?? 0), 0)
    // Messages of a copied thread are of no run of it.
    const copied = entries.reduce(
      (sum, { executionId, message }) => sum + (executionId ? 0 : (message?.usage?.creditsMicro ?? 0)),
      0,
    )
    return { side: toSide(thread.id, branch, messages, ofRuns + creditsOf(copied)), messages }
  }

  async function parentOf(thread: ThreadRow, branch: number): Promise<number> {
    const found = (await threads.entries.branches(db, thread)).find((each) => each.branch === branch)
    return found?.parentBranch ?? branch
  }

  return async (scope: Scope, id: string, query: CompareQuery): Promise<Comparison> => {
    const thread = await threads.get(db, scope, id)
    const branch = query.branch ?? thread.headBranch
    const named = query.with ?? String(await parentOf(thread, branch))
    const isThread = isUuid(named)
    if (!isThread && !/^\d{1,6}$/.test(named)) throw unknownBranch()
    const other = isThread ? await threads.get(db, scope, named.toLowerCase()) : thread
    const [left, right] = await Promise.all([
      sideOf(scope, thread, branch),
      sideOf(scope, other, isThread ? other.headBranch : Number(named)),
    ])
    const credits = { left: left.side.credits, right: right.side.credits }
    return {
      left: left.side,
      right: right.side,
      commonMessages: commonStart(left.messages, right.messages),
      toolCalls: compareCalls(left.side.toolCalls, right.side.toolCalls),
      credits: { ...credits, difference: Math.round((credits.right - credits.left) * 1e6) / 1e6 },
    }
  }
}

export type Compare = ReturnType<typeof createCompare>

const unknownBranch = () =>
  new AppError('checkpoint_not_found', 'The thread has no such branch', {
    hint: 'GET /threads/{thread_id}/branches lists them.',
  })

const contentOf = ({ role, content, toolCalls = [] }: Message) =>
  JSON.stringify([role, content, toolCalls.map(({ name, arguments: args }) => [name, args])])

function commonStart(left: readonly Message[], right: readonly Message[]): number {
  const isSame = (at: number) => contentOf(left[at]!) === contentOf(right[at]!)
  let common = 0
  while (common < left.length && common < right.length && isSame(common)) common++
  return common
}

function toSide(threadId: string, branch: number, messages: readonly Message[], credits: number): Side {
  const results = new Map(
    messages.flatMap((message) => (message.toolCallId ? [[message.toolCallId, message]] : [])),
  )
  const sum = (amount: (message: Message) => number) =>
    messages.reduce((total, each) => total + amount(each), 0)
  return {
    thread_id: threadId,
    branch,
    messages: messages.map(toChatMessage),
    credits: Math.round(credits * 1e6) / 1e6,
    tokens: {
      input: sum(({ usage }) => usage?.inputTokens ?? 0),
      output: sum(({ usage }) => usage?.outputTokens ?? 0),
    },
    models: [...new Set(messages.flatMap(({ model }) => (model ? [model] : [])))],
    toolCalls: messages.flatMap(({ toolCalls = [] }) =>
      toolCalls.map(({ id, name, arguments: args }) => {
        const result = results.get(id)
        return {
          name,
          args,
          result: result ? textOf(result) : null,
          status: result?.status ?? 'not_executed',
        }
      }),
    ),
  }
}

/** By name and order: the second call of a tool on the left belongs to the second one on the right. */
function compareCalls(left: readonly Call[], right: readonly Call[]): Comparison['toolCalls'] {
  const rest = [...right]
  const paired = left.map((call): Comparison['toolCalls'][number] => {
    const at = rest.findIndex(({ name }) => name === call.name)
    const [other] = at < 0 ? [] : rest.splice(at, 1)
    if (!other) return { change: 'left', name: call.name, left: call, right: null }
    const isSame = JSON.stringify([call.args, call.result]) === JSON.stringify([other.args, other.result])
    return { change: isSame ? 'same' : 'changed', name: call.name, left: call, right: other }
  })
  return [
    ...paired,
    ...rest.map((call) => ({ change: 'right' as const, name: call.name, left: null, right: call })),
  ]
}
