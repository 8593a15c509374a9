import type { RunContext } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { strongestTaint, taintOfMessage } from '../../../kernel/text/taint.ts'
import type { ToolTraits } from '../../tools/index.ts'
import { describeTables } from '../offered/describe-tables.ts'
import { findTools } from '../offered/pinned.ts'
import { selectTools } from '../offered/select.ts'
import { cannedReply } from '../policy/caps.ts'
import { databaseAccessOf } from '../policy/database-access.ts'
import { guardMessages } from '../policy/pii/guard.ts'
import { windowFor } from '../policy/window.ts'
import { type ConversationEntry, type StoredMessage, textOf } from '../schema/message.ts'
import type { Delegate, LoadedConversation, Turn, WorkflowTool } from '../schema/turn.ts'
import { countedCalls } from './calls/counted-calls.ts'
import type { Emitter } from './events.ts'
import { emitFound, guardEntries } from './guarded.ts'
import { limitsThread } from './limits.ts'
import type { LoopDeps } from './loop.ts'
import type { PrepareRecord } from './records.ts'
import { subjectOf } from './request.ts'
import { storing } from './storing.ts'

export type Prepared = {
  record: PrepareRecord
  /** The conversation with the messages of this turn. */
  entries: ConversationEntry[]
  tools: ToolTraits[]
  delegates: Delegate[]
  workflows: WorkflowTool[]
  scope: Scope
}

/** What the turn begins with: recorded, so that later attempts work with the same messages and tools. */
export async function prepare(
  deps: LoopDeps,
  context: RunContext,
  turn: Turn,
  emitter: Emitter,
): Promise<Prepared> {
  const { conversation } = turn
  let before: ConversationEntry[] | null = null
  let tools: ToolTraits[] | null = null
  const guard = deps.guards.of(turn.agent, 'input', context.scope)
  const guarded = guard ? await guardMessages(guard, turn.messages) : null
  const messages = guarded?.messages ?? turn.messages
  // What was found before the messages were stored is not in them any more.
  const found = turn.guarded ?? guarded
  const freshOf = (ids: readonly string[]) =>
    ids.map((id) => entryOf(turn, messages.find((message) => message.id === id)!))
  const record = await context.step<PrepareRecord>(
    `${turn.prefix}prepare`,
    async ({ signal }) => {
      // Neither needs the other, and each is a round trip.
      const [loaded, pinned] = await Promise.all([
        conversation.load(messages.map(({ id }) => id)),
        pinnedTools(deps, context, turn),
      ])
      before = loaded.entries
      const fresh = freshAmong(messages, loaded)
      const all = [...before, ...fresh.map((message) => ({ message }))]
      const [chosen, facts] = await Promise.all([
        toolsFor(deps, context, turn, { pinned, fresh, signal }),
        factsOf(deps, context, turn, all),
      ])
      tools = chosen.selected
      for (const message of fresh) emitter.emit('message', { id: message.id, message })
      if (found) emitFound(emitter, 'input', found)
      if (chosen.missing.length > 0)
        emitter.emit('custom', { name: 'tools.missing', data: { slugs: chosen.missing } })
      return {
        head: loaded.head,
        fresh: fresh.map(({ id }) => id),
        tools: chosen.selected.map(({ slug, version }) => ({ slug, version })),
        ...facts,
        ...(loaded.isHuman ? { isHuman: true as const } : {}),
        ...(found?.blockedBy ? { blockedBy: found.blockedBy } : {}),
        ...(chosen.creditsMicro > 0 ? { c: chosen.creditsMicro } : {}),
        at: deps.clock.now().getTime(),
      }
    },
    // Read again by an attempt that does not find its record: nothing that it leads to is recorded before it. It needs no
    // commit by itself, unless a model may have been called.
    {
      class: mayCallModel(turn) ? 'repeatable' : 'pure',
      ...storing(conversation, context, ({ fresh }) => freshOf(fresh)),
    },
  )
  const entries = await guardEntries(guard, before ?? (await conversation.loadAt(record.head)))
  return {
    record,
    entries: [...entries, ...freshOf(record.fresh)],
    delegates: record.delegates ?? [],
    workflows: record.workflows ?? [],
    scope: context.scope,
    tools: tools ?? (await findTools(deps.tools, context.scope, record.tools)).found,
  }
}

/** Each message that the conversation does not have, once. */
function freshAmong(
  messages: readonly StoredMessage[],
  { entries, known = new Set() }: LoadedConversation,
): StoredMessage[] {
  const ids = new Set([...known, ...entries.map(({ message }) => message.id)])
  return messages.filter(({ id }) => {
    const isFresh = !ids.has(id)
    ids.add(id)
    return isFresh
  })
}

const mayCallModel = ({ agent }: Turn): boolean => agent.capabilities?.toolSelector?.model !== undefined

/** The tools that the agent names, and those of them that are not there any more. */
const pinnedTools = ({ tools }: LoopDeps, { scope }: RunContext, { agent }: Turn): Promise<Found> =>
  findTools(
    tools,
    scope,
    (agent.tools?.pinnedSlugs ?? []).map((slug) => ({ slug })),
  )

type Found = Awaited<ReturnType<typeof findTools>>
type ToolChoice = { pinned: Found; fresh: readonly StoredMessage[]; signal: AbortSignal }

/** Those of the pinned tools that are offered for the messages of the turn. */
async function toolsFor(
  deps: LoopDeps,
  { scope }: RunContext,
  turn: Turn,
  { pinned: { found, missing }, fresh, signal }: ToolChoice,
) {
  const { agent, effects } = turn
  const query = textOf(fresh.findLast(({ role }) => role === 'human') ?? { content: '' })
  const stopped = AbortSignal.any([signal, turn.signal])
  const selection = await selectTools(deps.tools, {
    scope,
    found,
    query,
    selector: agent.capabilities?.toolSelector,
    askModel: (request) => effects.callModel(deps.llm.textRequest(request), stopped),
    subject: subjectOf(turn),
  })
  return { ...selection, missing }
}

type Facts = Pick<
  PrepareRecord,
  'window' | 'notes' | 'tables' | 'delegates' | 'workflows' | 'canned' | 'memories' | 'before'
>

/** What is known about the user, the agent and the conversation at the beginning of the turn. */
async function factsOf(
  deps: LoopDeps,
  { scope }: RunContext,
  { agent, origin, overrides, usedBefore, calledBefore, ...turn }: Turn,
  messages: readonly Pick<ConversationEntry, 'message'>[],
): Promise<Facts> {
  const userMessages = messages.filter(({ message }) => message.role === 'human').length
  const isCapped = agent.behavior?.usageCaps?.enabled ?? false
  const used = usedBefore && isCapped ? await usedBefore() : { creditsMicro: 0, messagesToday: 0 }
  const canned = usedBefore && cannedReply(agent, { ...used, userMessages, now: deps.clock.now() })
  const before = calledBefore && limitsThread(agent) ? countedCalls(agent, await calledBefore()) : null
  const memories = agent.capabilities?.longTermMemory?.enabled
    ? await deps.memories.newest(scope, origin.workflowId)
    : []
  const delegates = (await turn.delegates?.list()) ?? []
  const workflows = (await turn.workflows?.list()) ?? []
  const model = overrides.model ?? agent.modelSettings?.model ?? null
  const window = windowFor(agent, await deps.llm.windowOf(scope, model))
  const notes = await deps.sources.notes(agent, scope)
  const tableIds = [...databaseAccessOf(agent).keys()]
  const tables = tableIds.length > 0 ? await deps.tables.describe(scope, tableIds) : []
  return {
    window,
    ...(tables.length > 0 ? { tables: describeTables(tables) } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    ...(delegates.length > 0 ? { delegates } : {}),
    ...(workflows.length > 0 ? { workflows } : {}),
    ...(canned ? { canned } : {}),
    ...(before ? { before } : {}),
    ...(memories.length > 0 ? { memories: memories.map(({ text }) => text) } : {}),
  }
}

const entryOf = ({ inputTaint }: Turn, message: StoredMessage): ConversationEntry => ({
  message,
  taint: strongestTaint([inputTaint, taintOfMessage(message)]),
})
