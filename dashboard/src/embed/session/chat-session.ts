import { isStoaError, type Stoa, type Thread, type ThreadRun } from '@stoa/sdk'
import { cancelPath, isOpen, runsPath, threadPath, threadsPath } from '../../features/chat/chat-api.ts'
import { contentOf, type Message, messageOf } from '../../features/chat/transcript/message.ts'
import { type ChatState, type Draft, emptyState, isForTeam, pendingMessage } from './chat-state.ts'
import { followRun } from './follow-run.ts'
import type { StoredThread } from './stored-thread.ts'
import type { TokenSource } from './token-source.ts'

export type SessionDeps = {
  api: Stoa
  agentId: string
  tokens: TokenSource
  storedThread: StoredThread
  onChange(state: ChatState): void
  emit(name: string, detail: object): void
  onError(error: unknown): void
}

// What others do in the conversation, a human who answers or approves, is looked for as often.
const lookEveryMs = 4_000

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** For the user of the page, to whom the texts of browsers say nothing. */
const shownText = (error: unknown): string =>
  isStoaError(error) && error.code === 'network_error'
    ? 'The chat could not be reached. Check your connection.'
    : textOf(error)

/** One conversation of the user with the agent: its state, and everything that changes it. */
export class ChatSession {
  readonly #deps: SessionDeps
  readonly #closed = new AbortController()
  readonly #timer: ReturnType<typeof setInterval>
  #state = emptyState
  /** Replaced with the conversation: what an earlier one still receives is dropped. */
  #line = new AbortController()
  /** The messages that the page was notified of. */
  #announced: ReadonlySet<string> = new Set()

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
  }

  /** Reads the agent and the conversation that the page continues. */
  open(threadId: string | null): Promise<void> {
    const { api, agentId, storedThread, emit } = this.#deps
    return this.#shown(async () => {
      this.#set({ agent: await api.get('/api/v1/chat/{agentId}', { params: { agentId } }) })
      const requested = threadId ?? storedThread.read()
      if (requested !== null) await this.#continue(requested, threadId !== null)
      this.#set({ isLoading: false })
      emit('ready', { agentId, threadId: this.#state.threadId })
    })
  }

  send(draft: Draft): void {
    const { api, emit } = this.#deps
    const id = crypto.randomUUID()
    const fileIds = draft.files.map(({ fileId }) => fileId)
    const message = { id, type: 'human', content: contentOf({ text: draft.text, fileIds }) }
    this.#set({ pending: pendingMessage(id, draft) })
    this.#announced = new Set([...this.#announced, id])
    emit('message', { id, role: 'human', text: draft.text })
    // Sent again after a failure it has the same id, and so is the same message.
    void this.#shown(async () => {
      const params = { thread_id: await this.#threadForMessage() }
      await this.#started(await api.post(runsPath, { params, body: { input: { messages: [message] } } }))
    })
  }

  stop(): void {
    const { threadId, runId } = this.#state
    if (threadId === null || runId === null) return
    const params = { thread_id: threadId, run_id: runId }
    void this.#shown(async () => void (await this.#deps.api.post(cancelPath, { params })))
  }

  /** Answers what the run waits for. */
  resume(interruptId: string, value: unknown): void {
    const { threadId } = this.#state
    if (threadId === null) return
    const call = { params: { thread_id: threadId }, body: { command: { resume: { [interruptId]: value } } } }
    void this.#shown(async () => this.#started(await this.#deps.api.post(runsPath, call)))
  }

  restart(): void {
    this.#line.abort()
    this.#line = new AbortController()
    this.#deps.storedThread.write(null)
    this.#announced = new Set()
    this.#set({ ...emptyState, agent: this.#state.agent, isLoading: false })
  }

  upload(file: File, signal: AbortSignal): Promise<{ id: string; name: string }> {
    const call = { params: { fileType: 'chat' }, file, signal } as const
    return this.#withToken(() => this.#deps.api.upload('/api/v1/file/upload/single/{fileType}', call))
  }

  async fileName(id: string): Promise<string> {
    const { name } = await this.#withToken(() =>
      this.#deps.api.get('/api/v1/file/meta/{id}', { params: { id } }),
    )
    return name
  }

  fail(error: unknown): void {
    this.#set({ failure: { message: shownText(error), retry: null } })
  }

  close(): void {
    this.#closed.abort()
    this.#line.abort()
    clearInterval(this.#timer)
  }

  #set(change: Partial<ChatState>): void {
    if (this.#closed.signal.aborted) return
    this.#state = { ...this.#state, ...change }
    this.#deps.onChange(this.#state)
  }

  /** A token that is refused is replaced once. */
  async #withToken<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isStoaError(error) || error.status !== 401) throw error
      this.#deps.tokens.forget()
      return work()
    }
  }

  /** Shows what goes wrong, with a way to try it again. */
  async #shown(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#line
    this.#set({ failure: null })
    try {
      await this.#withToken(work)
    } catch (error) {
      if (signal.aborted) return
      this.#deps.onError(error)
      this.#deps.emit('error', { message: textOf(error), code: isStoaError(error) ? error.code : null })
      const retry = () => void this.#shown(work)
      this.#set({ isLoading: false, runId: null, failure: { message: shownText(error), retry } })
    }
  }

  /** A conversation of another user, or one that was deleted, is not an error where the page did not name it. */
  async #continue(threadId: string, isNamed: boolean): Promise<void> {
    try {
      await this.#withToken(() => this.#reload(threadId, false))
    } catch (error) {
      if (isNamed || !isStoaError(error) || error.status !== 404) throw error
      this.#deps.storedThread.write(null)
    }
  }

  async #reload(threadId: string, isAnnounced = true): Promise<void> {
    const { api } = this.#deps
    const { signal } = this.#line
    const params = { thread_id: threadId }
    const thread = await api.get(threadPath, { params, signal })
    const isBusy = thread.status === 'busy'
    const runs = isBusy ? (await api.page(runsPath, { params, query: { limit: 20 }, signal })).data : []
    const active = runs.findLast(isOpen)
    this.#show(thread, isAnnounced)
    this.#set({ threadId, runId: active?.run_id ?? null, isLoading: false })
    if (active) void this.#shown(() => this.#follow(threadId, active.run_id))
  }

  #show({ values, interrupts, replyMode }: Thread, isAnnounced: boolean): void {
    const stored = (values?.messages ?? []) as Parameters<typeof messageOf>[0][]
    const messages = stored.map((message) => messageOf(message, null))
    if (isAnnounced) this.#announce(messages)
    this.#announced = new Set(messages.map(({ id }) => id))
    this.#set({
      messages,
      pending: null,
      live: null,
      interrupts: Object.values(interrupts ?? {}).flat(),
      isHuman: replyMode === 'human',
    })
  }

  /** What others have written since the last look. */
  #announce(messages: readonly Message[]): void {
    for (const { id, role, text } of messages)
      if (!this.#announced.has(id) && text !== '' && role !== 'tool')
        this.#deps.emit('message', { id, role, text })
  }

  async #threadForMessage(): Promise<string> {
    const { api, agentId, storedThread, emit } = this.#deps
    if (this.#state.threadId !== null) return this.#state.threadId
    const { thread_id: threadId } = await api.post(threadsPath, { body: { workflowId: agentId } })
    storedThread.write(threadId)
    this.#set({ threadId })
    emit('thread', { threadId })
    return threadId
  }

  /** Where a human answers, the message is stored and nothing runs. */
  async #started(run: ThreadRun): Promise<void> {
    const { thread_id: threadId, run_id: runId } = run
    if (!isOpen(run)) return this.#reload(threadId)
    this.#set({ runId, interrupts: [] })
    await this.#follow(threadId, runId)
  }

  async #follow(threadId: string, runId: string): Promise<void> {
    const { api, emit } = this.#deps
    const { signal } = this.#line
    await followRun({
      api,
      threadId,
      runId,
      signal,
      onLive: (live) => this.#set({ live, runId }),
      onConnectionChange: (isConnected) => this.#set({ isConnected }),
    })
    if (signal.aborted) return
    const params = { thread_id: threadId, run_id: runId }
    const { status, error } = await api.get(`${runsPath}/{run_id}`, { params, signal })
    await this.#reload(threadId)
    if (error) this.#set({ failure: { message: error.message, retry: null } })
    emit('run-end', { runId, status })
  }

  #look(): void {
    const { isHuman, interrupts, agent, threadId, runId } = this.#state
    const waits = isHuman || interrupts.some((each) => isForTeam(each, agent?.canApprove === true))
    if (!waits || threadId === null || runId !== null || document.hidden) return
    this.#withToken(() => this.#reload(threadId)).catch(() => undefined)
  }
}
