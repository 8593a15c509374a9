import type { Db, Tx } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type Extraction, extracting } from '../child/chromium/page-scripts.ts'
import { ActionsBody, type BrowserAction } from '../schema/action.ts'
import { CreateSessionBody } from '../schema/session.ts'
import { listSessions, type StoredSession } from '../store/session.ts'
import { listOpenOfThread } from '../store/user-sessions.ts'
import type { Actions } from './actions.ts'
import type { Handoffs } from './handoffs.ts'
import type { Live } from './live-sessions.ts'
import { sessionEnded, sessionNotFound } from './refusals.ts'
import { isOver } from './session-rows.ts'
import { closeChannel, type Sessions } from './sessions.ts'

/** Which session is meant: the one named, or else the newest of the conversation. */
export type SessionChoice = { sessionId?: string | undefined; threadId?: string | undefined }

export type PageText = { sessionId: string; url: string; title: string; content: string; truncated: boolean }

export type AgentBrowserDeps = { db: Db; sessions: Sessions; actions: Actions; handoffs: Handoffs }

// What a model waits for an element; it can look again.
const agentTimeoutMs = 10_000
const gotoTimeoutMs = 30_000
const extractTimeoutMs = 10_000

/**
 * Sessions as agents use them. They are of the acting end user and, in a conversation, of that conversation. A session that
 * has ended is an error and is never replaced in silence, URLs of live views are returned to no model, and while a human is
 * in control everything is refused.
 */
export function createAgentBrowsers({ db, sessions, actions, handoffs }: AgentBrowserDeps) {
  async function newestOf(scope: Scope, threadId: string | undefined): Promise<StoredSession | null> {
    if (threadId === undefined) return null
    const { items } = await listSessions(db, scope, { threadId, page: 1, limit: 1 })
    return items[0] ?? null
  }

  async function choose(scope: Scope, { sessionId, threadId }: SessionChoice): Promise<Live> {
    const found =
      sessionId === undefined ? await newestOf(scope, threadId) : await sessions.get(scope, sessionId)
    // What another conversation has open is not for this one.
    if (!found || (threadId !== undefined && found.threadId !== threadId)) throw nothingOpen()
    if (isOver(found)) throw sessionEnded(found)
    return sessions.requireLive(scope, found.id)
  }

  async function read(turn: Live, maxLength: number): Promise<PageText> {
    const taken = await actions.snapshot(turn, 'a11y', false)
    if (Buffer.isBuffer(taken)) throw new Error('an accessibility snapshot is text')
    const { url, title, content, truncated } = taken
    return {
      sessionId: turn.session.id,
      url,
      title,
      content: content.slice(0, maxLength),
      truncated: truncated || content.length > maxLength,
    }
  }

  async function openNew(scope: Scope, threadId: string | undefined): Promise<Live> {
    const body = CreateSessionBody.parse(threadId === undefined ? {} : { threadId })
    return sessions.requireLive(scope, (await sessions.create(scope, body)).id)
  }

  return {
    /** In the session of the conversation where one is open, else in a new one. */
    async open(
      scope: Scope,
      url: string,
      threadId: string | undefined,
      maxLength: number,
    ): Promise<PageText> {
      const known = await newestOf(scope, threadId)
      const isKnown = known !== null && !isOver(known)
      const turn = isKnown ? await sessions.requireLive(scope, known.id) : await openNew(scope, threadId)
      try {
        await actions.run(scope, turn, [{ type: 'goto', url, waitUntil: 'load', timeoutMs: gotoTimeoutMs }])
      } catch (error) {
        // Without a conversation there is no one who could find it again.
        if (!isKnown && threadId === undefined) await sessions.close(scope, turn.session.id)
        throw error
      }
      return read(turn, maxLength)
    },
    snapshot: async (scope: Scope, choice: SessionChoice, maxLength: number): Promise<PageText> =>
      read(await choose(scope, choice), maxLength),
    async act(scope: Scope, choice: SessionChoice, list: readonly unknown[], maxLength: number) {
      const checked = actionsOf(list)
      const done = await actions.run(scope, await choose(scope, choice), checked)
      return { results: done, page: await read(await choose(scope, choice), maxLength) }
    },
    async extract(scope: Scope, choice: SessionChoice, extraction: Extraction): Promise<unknown> {
      const turn = await choose(scope, choice)
      const action = {
        type: 'evaluate',
        expression: extracting(extraction),
        timeoutMs: extractTimeoutMs,
      } as const
      const [result] = await actions.run(scope, turn, [action])
      return result?.value ?? []
    },
    /** The human finds the session by the event and in the dashboard: every reader of its URL could act. */
    async handoff(
      scope: Scope,
      choice: SessionChoice,
      reason: string,
    ): Promise<{ sessionId: string; status: string }> {
      const { session, control } = await choose(scope, choice)
      if (control === 'human') return { sessionId: session.id, status: 'requested' }
      const { status } = await handoffs.request(scope, session.id, reason)
      return { sessionId: session.id, status }
    },
    async close(scope: Scope, choice: SessionChoice): Promise<{ sessionId: string; status: string }> {
      const { session } = await choose(scope, choice)
      const { id, status } = await sessions.close(scope, session.id)
      return { sessionId: id, status }
    },
    /** The conversation is deleted: its browsers are closed, on whichever node they are. */
    async forgetThread(tx: Tx, scope: Scope, thread: { threadId: string; userId: string }): Promise<void> {
      for (const id of await listOpenOfThread(tx, scope, thread)) await notify(tx, closeChannel, id)
    },
  }
}

export type AgentBrowsers = ReturnType<typeof createAgentBrowsers>

const nothingOpen = () => {
  const { code, message } = sessionNotFound()
  return new AppError(code, message, { hint: 'Open a page with browser_open first.' })
}

/** As the API takes them, but for scripts: those could read what snapshots mask. */
function actionsOf(list: readonly unknown[]): BrowserAction[] {
  const timed = list.map((each) =>
    typeof each === 'object' && each !== null ? { timeoutMs: agentTimeoutMs, ...each } : each,
  )
  const { actions } = ActionsBody.parse({ actions: timed })
  if (actions.some(({ type }) => type === 'evaluate'))
    throw new AppError('invalid_parameter', 'Agents cannot evaluate scripts', {
      hint: 'Read the page with browser_snapshot or browser_extract.',
    })
  return actions
}
