import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Entry, Position, ThreadRow, Threads } from '../../threads/index.ts'
import { toChatMessages } from '../protocols/chat-messages.ts'
import type { Interrupt } from '../schema/message.ts'
import type { HistoryBody, ThreadState, UpdateStateBody } from '../schema/thread.ts'
import type { Changes } from './changes.ts'
import { runInProgress } from './refusals.ts'
import type { ThreadViews } from './threads.ts'

export type StateDeps = {
  db: Db
  threads: Threads
  applyChanges: Changes
  views: Pick<ThreadViews, 'interruptsOf'>
}

// Every state has all messages until then: those of a long thread would not fit into memory.
const maxMessages = 20_000

const checkpointOf = (threadId: string, id: string) => ({
  thread_id: threadId,
  checkpoint_ns: '',
  checkpoint_id: id,
  checkpoint_map: null,
})

/** The states of a thread: each entry is one, and before the first entry is an empty one. */
export function createStates({ db, threads, applyChanges, views }: StateDeps) {
  async function stateAt(scope: Scope, thread: ThreadRow, at: Position): Promise<ThreadState> {
    const isHead = at.branch === thread.headBranch && at.place === thread.headPlace
    const [path, interrupts] = await Promise.all([
      threads.entries.path(db, thread, at),
      isHead ? views.interruptsOf(scope, thread) : [],
    ])
    return toState(thread, path, { interrupts, isHead })
  }

  async function toState(thread: ThreadRow, path: readonly Entry[], facts: StateFacts): Promise<ThreadState> {
    const messages = await toChatMessages(await threads.entries.fold(path))
    return { ...stateFacts(thread, path, facts), values: { messages } }
  }

  const positionOf = (thread: ThreadRow, id: string | null | undefined) =>
    threads.entries.positionOf(db, thread, id)

  async function newestStateId(scope: Scope, id: string): Promise<string> {
    const thread = await threads.get(db, scope, id)
    return threads.entries.stateIdAt(db, thread, await positionOf(thread, null))
  }

  return {
    async get(scope: Scope, id: string, checkpointId?: string | null): Promise<ThreadState> {
      const thread = await threads.get(db, scope, id)
      return stateAt(scope, thread, await positionOf(thread, checkpointId))
    },
    /** Of all branches, newest first: clients put the branches together by the parents. */
    async history(scope: Scope, id: string, body: HistoryBody): Promise<ThreadState[]> {
      const thread = await threads.get(db, scope, id)
      const found = threads.entries.states(db, thread, {
        before: beforeOf(body),
        last: body.checkpoint?.checkpoint_id ?? null,
      })
      const interrupts = await views.interruptsOf(scope, thread)
      const states: ThreadState[] = []
      let messages = 0
      for await (const { last, path: readPath } of found) {
        if (states.length >= (body.limit ?? 10) || messages >= maxMessages) break
        if (!matches(metadataOf(last), body.metadata)) continue
        // In a long thread each state takes a while: other requests come in between.
        await setImmediate()
        const path = await readPath()
        const { branch = 0, place = 0 } = last ?? {}
        const isHead = branch === thread.headBranch && place === thread.headPlace
        states.push(await toState(thread, path, { interrupts: isHead ? interrupts : [], isHead }))
        messages += path.length
      }
      return states
    },
    /** Changes messages; behind an older state that begins a branch. */
    async update(scope: Scope, id: string, body: UpdateStateBody) {
      const checkpointId = body.checkpoint_id ?? body.checkpoint?.checkpoint_id
      const input = [body.values?.messages ?? []].flat()
      const headId = await db.tx(async (tx) => {
        const thread = await threads.lock(tx, scope, id)
        if (thread.currentExecutionId !== null) throw runInProgress(thread.currentExecutionId)
        const added = await applyChanges(tx, thread, input, checkpointId)
        return added.at(-1)?.id ?? checkpointId ?? null
      })
      const newest = headId ?? (await newestStateId(scope, id))
      return { checkpoint: checkpointOf(id, newest), checkpoint_id: newest }
    },
  }
}

export type States = ReturnType<typeof createStates>

function beforeOf({ before }: HistoryBody): string | null {
  if (typeof before === 'string') return before
  return before?.checkpoint_id ?? before?.configurable?.checkpoint_id ?? null
}

const matches = (metadata: Record<string, unknown>, requested: Record<string, unknown> | null | undefined) =>
  Object.entries(requested ?? {}).every(([key, value]) => metadata[key] === value)

const sources: Record<Entry['role'], string> = {
  human: 'input',
  ai: 'loop',
  tool: 'loop',
  system: 'update',
  operator: 'update',
}

/** Of the state after an entry, or of the empty one. */
const metadataOf = (last: Pick<Entry, 'role' | 'executionId' | 'place'> | null): ThreadState['metadata'] => ({
  source: last === null ? 'input' : last.executionId === null ? 'update' : sources[last.role],
  step: (last?.place ?? 0) - 1,
  parents: {},
  ...(last?.executionId ? { run_id: last.executionId } : {}),
})

type StateFacts = { interrupts: readonly Interrupt[]; isHead: boolean }

function stateFacts(
  thread: ThreadRow,
  path: readonly Entry[],
  { interrupts, isHead }: StateFacts,
): Omit<ThreadState, 'values'> {
  const last = path.at(-1) ?? null
  const parent = last === null ? null : (path.at(-2)?.id ?? thread.rootId)
  const id = last?.id ?? thread.rootId
  const isOpen = isHead && thread.currentExecutionId !== null
  return {
    next: isOpen ? ['agent'] : [],
    tasks: isOpen ? [taskOf(thread.currentExecutionId!, interrupts)] : [],
    metadata: metadataOf(last),
    created_at: last?.createdAt ?? thread.createdAt,
    checkpoint: checkpointOf(thread.id, id),
    parent_checkpoint: parent === null ? null : checkpointOf(thread.id, parent),
    checkpoint_id: id,
  }
}

const taskOf = (id: string, interrupts: readonly Interrupt[]) => ({
  id,
  name: 'agent',
  path: ['__pregel_pull', 'agent'],
  error: null,
  interrupts,
  checkpoint: null,
  state: null,
  result: null,
})
