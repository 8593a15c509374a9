import type { RunContext } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findTools, type ToolTraits } from '../offered/pinned.ts'
import { selectTools } from '../offered/select.ts'
import { cannedReply } from '../policy/caps.ts'
import { type ConversationEntry, type StoredMessage, textOf } from '../schema/message.ts'
import type { Delegate, Turn, WorkflowTool } from '../schema/turn.ts'
import type { Emitter } from './events.ts'
import type { LoopDeps } from './loop.ts'
import type { PrepareRecord } from './records.ts'

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
  const { conversation, agent } = turn
  const { commit } = conversation
  let before: ConversationEntry[] | null = null
  let tools: ToolTraits[] | null = null
  const freshOf = (ids: readonly string[]) =>
    turn.messages.filter(({ id }) => ids.includes(id)).map((message) => entryOf(turn, message))
  const record = await context.step<PrepareRecord>(
    `${turn.prefix}prepare`,
    async () => {
      const loaded = await conversation.load()
      before = loaded.entries
      const known = new Set(before.map(({ message }) => message.id))
      const fresh = turn.messages.filter(({ id }) => !known.has(id))
      const userMessages = [...before, ...fresh.map((message) => ({ message }))].filter(
        ({ message }) => message.role === 'human',
      ).length
      const used = (await turn.usedBefore?.()) ?? { creditsMicro: 0, messagesToday: 0 }
      const canned = turn.usedBefore && cannedReply(agent, { ...used, userMessages, now: deps.clock.now() })
      const slugs = (agent.tools?.pinnedSlugs ?? []).map((slug) => ({ slug }))
      const memories = agent.capabilities?.longTermMemory?.enabled
        ? await deps.memories.newest(context.scope, turn.origin.workflowId)
        : []
      const delegates = (await turn.delegates?.list()) ?? []
      const workflows = (await turn.workflows?.list()) ?? []
      const { found, missing } = await findTools(deps.tools, context.scope, slugs)
      const query = textOf(fresh.findLast(({ role }) => role === 'human') ?? { content: '' })
      const selector = agent.capabilities?.toolSelector
      const selected = await selectTools(deps.tools, { scope: context.scope, found, query, selector })
      const notes = await deps.sources.notes(agent, context.scope)
      tools = selected
      for (const message of fresh) emitter.emit('message', { id: message.id, message })
      if (missing.length > 0) emitter.emit('custom', { name: 'tools.missing', data: { slugs: missing } })
      return {
        head: loaded.head,
        fresh: fresh.map(({ id }) => id),
        tools: selected.map(({ slug, version }) => ({ slug, version })),
        ...(notes.length > 0 ? { notes } : {}),
        ...(delegates.length > 0 ? { delegates } : {}),
        ...(workflows.length > 0 ? { workflows } : {}),
        ...(canned ? { canned } : {}),
        ...(memories.length > 0 ? { memories: memories.map(({ text }) => text) } : {}),
        at: deps.clock.now().getTime(),
      }
    },
    commit ? { commit: (tx, { fresh }) => commit(tx, freshOf(fresh)) } : {},
  )
  const entries = before ?? (await conversation.loadAt(record.head))
  return {
    record,
    entries: [...entries, ...freshOf(record.fresh)],
    delegates: record.delegates ?? [],
    workflows: record.workflows ?? [],
    scope: context.scope,
    tools: tools ?? (await findTools(deps.tools, context.scope, record.tools)).found,
  }
}

/** Files and images that a user attaches were not written by the user. */
function entryOf({ inputTaint }: Turn, message: StoredMessage): ConversationEntry {
  const { content } = message
  const hasFiles = typeof content !== 'string' && content.some(({ type }) => type !== 'text')
  return { message, taint: inputTaint ?? (hasFiles ? 'file' : null) }
}
