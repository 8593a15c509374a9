import { creditsOf } from '../../../kernel/credits.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type {
  AgentFilter,
  Entry,
  FeedbackRow,
  PreviewedThread,
  ThreadRow,
  Threads,
} from '../../threads/index.ts'
import { toChatMessages } from '../protocols/chat-messages.ts'
import { textOf, toChatMessage, toInterrupt } from '../protocols/messages.ts'
import type { Interrupt } from '../schema/message.ts'
import {
  type CountBody,
  type MessagesQuery,
  type SearchBody,
  sortOf,
  type Thread,
  type ThreadBody,
  type ThreadMessage,
  type ThreadPatch,
  ttlOf,
} from '../schema/thread.ts'
import { findAssistantByName, graphId, isAgent } from '../store/assistant.ts'
import type { Changes } from './changes.ts'
import { refuseSupersteps } from './chat-tokens.ts'
import type { AgentRuns } from './ports.ts'
import { agentNotFound } from './refusals.ts'

export type ThreadServiceDeps = {
  db: Db
  threads: Threads
  agentRuns: AgentRuns
  applyChanges: Changes
}

// More threads than this are listed without their messages.
const maxWithValues = 100

export function toThread(thread: ThreadRow): Thread {
  const { id, status, metadata, workflowId, userId, replyMode, messageCount, lastMessageAt, creditsMicro } =
    thread
  return {
    id,
    thread_id: id,
    status,
    metadata: workflowId === null ? metadata : { graph_id: graphId, ...metadata, assistant_id: workflowId },
    workflowId,
    eUID: userId,
    replyMode,
    messageCount,
    lastMessageAt,
    creditsTotal: creditsOf(creditsMicro),
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    state_updated_at: lastMessageAt ?? thread.updatedAt,
    ttl: ttlViewOf(thread),
  }
}

const toListed = (thread: PreviewedThread): Thread => ({ ...toThread(thread), preview: thread.preview })

const minuteMs = 60_000

const ttlViewOf = ({ ttlMinutes, updatedAt }: ThreadRow): Thread['ttl'] =>
  ttlMinutes === null
    ? null
    : {
        strategy: 'delete',
        ttl_minutes: ttlMinutes,
        expires_at: new Date(Date.parse(updatedAt) + ttlMinutes * minuteMs).toISOString(),
      }

function refuseValues(values: CountBody['values']): void {
  const [name] = Object.keys(values ?? {})
  if (name === undefined) return
  const message = 'cannot be searched: a thread has only messages'
  throw new AppError('invalid_parameter', `values.${name.slice(0, 50)} ${message}`, {
    details: [{ in: 'body', path: `/values/${name}`, rule: 'supported', message }],
    hint: 'Search by metadata, or by the title with q.',
  })
}

const searchOf = (
  { metadata, ids, status, replyMode, workflowId, q }: CountBody,
  agents: readonly AgentFilter[],
) => ({
  metadata: metadata ?? undefined,
  agents,
  ids: ids ?? undefined,
  status: status ?? undefined,
  replyMode: replyMode ?? undefined,
  workflowId: workflowId ?? undefined,
  q: q ?? undefined,
})

/** Threads as callers of the API see them. */
export function createThreadViews(deps: ThreadServiceDeps) {
  const { db, threads, agentRuns, applyChanges } = deps

  async function refuseUnknownAgent(q: Queryable, scope: Scope, workflowId: string | null | undefined) {
    if (workflowId && !(await isAgent(q, scope, workflowId))) throw agentNotFound()
  }

  /** LangGraph's clients search by the agent in the metadata, which is the agent of the thread. */
  async function filterOf(scope: Scope, body: CountBody) {
    refuseValues(body.values)
    const { assistant_id, graph_id, ...metadata } = body.metadata ?? {}
    const agents: AgentFilter[] = []
    for (const [key, value] of Object.entries({ assistant_id, graph_id })) {
      if (value === undefined) continue
      agents.push({ stored: { [key]: value }, workflowId: await agentNamed(scope, value) })
    }
    return searchOf({ ...body, metadata }, agents)
  }

  async function agentNamed(scope: Scope, value: unknown): Promise<AgentFilter['workflowId']> {
    if (typeof value !== 'string') return null
    if (value === graphId) return 'any'
    if (isUuid(value)) return value.toLowerCase()
    return (await findAssistantByName(db, scope, value))?.id ?? null
  }

  /** What the active run of a thread waits for. */
  async function interruptsOf(scope: Scope, { status, currentExecutionId }: ThreadRow): Promise<Interrupt[]> {
    if (status !== 'interrupted' || currentExecutionId === null) return []
    return (await agentRuns.openPauses(scope, currentExecutionId)).map(toInterrupt)
  }

  async function withValues(scope: Scope, thread: PreviewedThread): Promise<Thread> {
    const [messages, interrupts] = await Promise.all([
      threads.entries.messages(db, thread),
      interruptsOf(scope, thread),
    ])
    return {
      ...toListed(thread),
      values: messages.length === 0 ? null : { messages: await toChatMessages(messages) },
      interrupts: interrupts.length === 0 ? {} : { [thread.currentExecutionId!]: interrupts },
    }
  }

  return {
    interruptsOf,
    async create(scope: Scope, body: ThreadBody): Promise<Thread> {
      refuseSupersteps(scope, body)
      await refuseUnknownAgent(db, scope, body.workflowId)
      const request = {
        id: body.thread_id ?? undefined,
        workflowId: body.workflowId ?? null,
        metadata: body.metadata ?? {},
        ttlMinutes: ttlOf(body.ttl),
      }
      const steps = (body.supersteps ?? []).flatMap(({ updates }) => updates)
      const ifExists = body.if_exists ?? 'raise'
      if (steps.length === 0) return toThread(await threads.create(db, scope, request, ifExists))
      return db.tx(async (tx) => {
        let thread = await threads.create(tx, scope, request, ifExists)
        // One that was there has its states already.
        if (thread.headPlace > 0) return toThread(thread)
        for (const { values } of steps) {
          await applyChanges(tx, thread, [values?.messages ?? []].flat())
          thread = await threads.get(tx, scope, thread.id)
        }
        return toThread(thread)
      })
    },
    async get(scope: Scope, id: string): Promise<Thread> {
      const [thread, previews] = await Promise.all([
        threads.get(db, scope, id),
        threads.previews(db, scope, [id]),
      ])
      return withValues(scope, { ...thread, preview: previews.get(id) ?? null })
    },
    async search(scope: Scope, body: SearchBody, isBare: boolean): Promise<Page<Thread>> {
      const { limit, offset, select } = body
      const filter = await filterOf(scope, body)
      const search = { ...filter, ...sortOf(body), limit: limit ?? 10, offset: offset ?? 0 }
      const [rows, total] = await Promise.all([
        threads.search(db, scope, search),
        threads.count(db, scope, search),
      ])
      const wantsValues = select ? select.includes('values') : isBare
      const hasValues = wantsValues && rows.length <= maxWithValues
      const items = hasValues
        ? await Promise.all(rows.map((row) => withValues(scope, row)))
        : rows.map(toListed)
      return { items, total, page: Math.floor(search.offset / search.limit) + 1, limit: search.limit }
    },
    count: async (scope: Scope, body: CountBody): Promise<number> =>
      threads.count(db, scope, await filterOf(scope, body)),
    async update(scope: Scope, id: string, { metadata, workflowId, ttl }: ThreadPatch): Promise<Thread> {
      await refuseUnknownAgent(db, scope, workflowId)
      const ttlMinutes = ttlOf(ttl)
      const change = {
        ...(metadata ? { metadata } : {}),
        ...(workflowId ? { workflowId } : {}),
        ...(ttlMinutes === null ? {} : { ttlMinutes }),
      }
      return toThread(await db.tx((tx) => threads.update(tx, scope, id, change)))
    },
    async messages(scope: Scope, id: string, query: MessagesQuery): Promise<Page<ThreadMessage>> {
      const thread = await threads.get(db, scope, id)
      const { page, limit, order } = query
      const offset = query.offset ?? (page - 1) * limit
      const at = await threads.entries.positionOf(db, thread, query.checkpoint_id)
      const found = await threads.entries.page(db, thread, { limit, offset, order, at })
      const ids = found.entries.map(({ message }) => message!.id)
      const feedback = await threads.feedback.list(db, thread, ids)
      return {
        items: found.entries.map((entry) => ({
          ...toThreadMessage(entry, feedback),
          branches: (found.choices.get(entry.message!.id) ?? []).map(({ checkpointId, isCurrent }) => ({
            checkpoint_id: checkpointId,
            isCurrent,
          })),
        })),
        total: found.total,
        page: Math.floor(offset / limit) + 1,
        limit,
      }
    },
  }
}

export type ThreadViews = ReturnType<typeof createThreadViews>

function toThreadMessage(entry: Entry, feedback: readonly FeedbackRow[]): Omit<ThreadMessage, 'branches'> {
  const message = entry.message!
  return {
    id: message.id,
    role: message.role,
    text: textOf(message),
    status: message.status ?? null,
    message: toChatMessage(message),
    runId: entry.executionId,
    checkpointId: entry.id,
    createdAt: entry.createdAt,
    feedback: feedback.filter(({ messageId }) => messageId === message.id).map(toFeedback),
  }
}

export const toFeedback = ({ userId, ...feedback }: FeedbackRow) => ({ ...feedback, eUID: userId })
