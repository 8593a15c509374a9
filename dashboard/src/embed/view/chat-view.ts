import { h, iconButton } from '../element.ts'
import { type ChatState, type Draft, isRunning } from '../session/chat-state.ts'
import { Composer, type ComposerOptions } from './composer.ts'
import { Transcript, type TranscriptOptions } from './transcript.ts'

export type ChatViewOptions = Omit<TranscriptOptions, 'send'> &
  ComposerOptions & {
    restart(): void
    /** Of a panel; an inline chat cannot be closed. */
    close: (() => void) | null
  }

/** Settings from attributes of the element. */
type ChatLook = { placeholder: string | null; showsTools: boolean }

/** The whole chat: a header, the conversation, what has to be said about it, and where the user writes. */
export class ChatView {
  readonly element: HTMLElement
  readonly #title = h('h2', { part: 'title', dir: 'auto' })
  readonly #restart: HTMLButtonElement
  readonly #transcript: Transcript
  readonly #notices = h('div', { class: 'notices', role: 'status' })
  readonly #composer: Composer
  #shownNotices = ''

  constructor(options: ChatViewOptions) {
    const send = (draft: Draft) => {
      this.#transcript.noteFiles(draft.files)
      options.send(draft)
      this.focus()
    }
    const restart = () => {
      options.restart()
      this.focus()
    }
    this.#transcript = new Transcript({ ...options, send: (text) => send({ text, files: [] }) })
    this.#composer = new Composer({ ...options, send })
    this.#restart = iconButton('restart', 'New conversation', restart)
    const close = options.close ? iconButton('close', 'Close', options.close) : null
    this.element = h(
      'section',
      { class: 'chat', part: 'chat' },
      h('header', { part: 'header' }, this.#title, this.#restart, close),
      this.#transcript.element,
      this.#notices,
      this.#composer.element,
    )
  }

  focus(): void {
    this.#composer.focus()
  }

  render(state: ChatState, { placeholder, showsTools }: ChatLook): void {
    const { agent, messages, pending } = state
    const name = agent?.name ?? ''
    if (this.#title.textContent !== name) this.#title.textContent = name
    this.element.setAttribute('aria-label', agent ? `Chat with ${name}` : 'Chat')
    this.#restart.hidden = messages.length === 0 && pending === null
    this.#transcript.render(state, showsTools)
    this.#renderNotices(state)
    this.#composer.render({
      isRunning: isRunning(state),
      isDisabled: agent === null,
      canAttach: agent?.canAttach === true,
      placeholder: placeholder ?? (agent ? `Message ${name}` : ''),
    })
  }

  /** Replaced only when they change: a screen reader would read them again. */
  #renderNotices({ isLoading, isHuman, isConnected, failure }: ChatState): void {
    const facts = JSON.stringify([isLoading, isHuman, isConnected, failure?.message])
    if (facts === this.#shownNotices) return
    this.#shownNotices = facts
    const retry = failure?.retry
    this.#notices.replaceChildren(
      ...(isLoading ? [notice('notice', 'Loading …')] : []),
      ...(isHuman ? [notice('notice', 'A human from the team answers you here.')] : []),
      ...(isConnected ? [] : [notice('notice', 'Connection lost. Reconnecting …')]),
      ...(failure ? [notice('failure', failure.message, retry ?? null)] : []),
    )
  }
}

const notice = (kind: string, text: string, retry: (() => void) | null = null): HTMLElement =>
  h(
    'div',
    { class: kind },
    h('span', {}, text),
    retry !== null && h('button', { type: 'button', click: retry }, 'Retry'),
  )
