import { createStoa } from '@stoa/sdk'
import { h, icon } from './element.ts'
import { ChatSession } from './session/chat-session.ts'
import { type ChatState, emptyState } from './session/chat-state.ts'
import { explainRefusal } from './session/explain-refusal.ts'
import { createStoredThread } from './session/stored-thread.ts'
import { createTokenSource, fetchToken, type GetToken } from './session/token-source.ts'
import { styles } from './styles.ts'
import { ChatView } from './view/chat-view.ts'

/** Where this script was loaded from is where the API is. */
const scriptUrl = (document.currentScript as HTMLScriptElement | null)?.src ?? ''

/** Shared by all chats of a page. It is not an inline style, so the policy of the page need not allow any. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)

/** A page may set it before this script is loaded. */
const upgradedProperties = (element: HTMLElement): GetToken | null =>
  (Reflect.get(element, 'getToken') as GetToken | undefined) ?? null

/** The conversation is opened again when one of these changes. */
const opening = ['agent', 'thread', 'server', 'token', 'token-url', 'mode']

const looks = ['placeholder', 'show-tools']

/** A chat with an agent, on any page. */
export class StoaChat extends HTMLElement {
  static readonly observedAttributes = [...opening, ...looks, 'open']

  /** Gives a token of the signed-in user; called again before it expires. */
  getToken: GetToken | null = upgradedProperties(this)
  readonly #root: ShadowRoot
  #session: ChatSession | null = null
  #view: ChatView | null = null
  #state: ChatState = emptyState
  #isStarting = false

  constructor() {
    super()
    this.#root = this.attachShadow({ mode: 'open' })
    this.#root.adoptedStyleSheets = [sheet]
  }

  connectedCallback(): void {
    this.#restart()
  }

  disconnectedCallback(): void {
    this.#end()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return
    if (name === 'open') this.#onOpenChange()
    else if (looks.includes(name)) this.#render()
    else this.#restart()
  }

  /** Opens the panel. */
  open(): void {
    this.setAttribute('open', '')
  }

  /** Closes the panel. */
  close(): void {
    this.removeAttribute('open')
  }

  /** Sends a message as the user. */
  send(text: string): void {
    this.#session?.send({ text, files: [] })
  }

  /** Begins a new conversation; the old one is stored. */
  newThread(): void {
    this.#session?.restart()
  }

  get #isPanel(): boolean {
    return this.getAttribute('mode') === 'panel'
  }

  /** Once for all attributes that change together, and for a `getToken` that is set right after. */
  #restart(): void {
    this.#end()
    if (this.#isStarting) return
    this.#isStarting = true
    queueMicrotask(() => {
      this.#isStarting = false
      if (this.isConnected) this.#start()
    })
  }

  #end(): void {
    this.#session?.close()
    this.#session = null
    this.#root.replaceChildren()
  }

  #start(): void {
    const agentId = this.getAttribute('agent')
    if (!agentId) return
    const tokens = createTokenSource(() => this.#requestToken())
    const baseUrl = new URL(this.getAttribute('server') || scriptUrl || location.href, location.href).origin
    const session = new ChatSession({
      api: createStoa({ baseUrl, token: tokens.get }),
      agentId,
      tokens,
      storedThread: createStoredThread(agentId, this.hasAttribute('remember')),
      onChange: (state) => {
        this.#state = state
        this.#render()
      },
      emit: (name, detail) => this.#emit(name, detail),
      onError: (error) => void explainRefusal(baseUrl, error),
    })
    this.#session = session
    this.#view = this.#viewOf(session)
    this.#root.replaceChildren(...(this.#isPanel ? [this.#panelOf(this.#view)] : [this.#view.element]))
    this.#state = emptyState
    this.#render()
    void session.open(this.getAttribute('thread'))
  }

  #viewOf(session: ChatSession): ChatView {
    return new ChatView({
      send: (draft) => session.send(draft),
      stop: () => session.stop(),
      resume: (id, value) => session.resume(id, value),
      restart: () => session.restart(),
      upload: (file, signal) => session.upload(file, signal),
      onUploadFailure: (error) => session.fail(error),
      fileName: (id) => session.fileName(id),
      close: this.#isPanel ? () => this.close() : null,
    })
  }

  /** A button in the corner that opens the chat above it. */
  #panelOf(view: ChatView): HTMLElement {
    const launcher = h(
      'button',
      { type: 'button', class: 'launcher', part: 'launcher', 'aria-label': 'Chat', click: () => this.open() },
      icon('chat'),
    )
    const onKey = (event: Event) => {
      if ((event as KeyboardEvent).key === 'Escape') this.close()
    }
    return h('div', { class: 'panel', keydown: onKey }, view.element, launcher)
  }

  #onOpenChange(): void {
    const isOpen = this.hasAttribute('open')
    this.#emit(isOpen ? 'open' : 'close', {})
    if (isOpen) this.#view?.focus()
    else this.#root.querySelector<HTMLElement>('.launcher')?.focus()
  }

  #render(): void {
    this.#view?.render(this.#state, {
      placeholder: this.getAttribute('placeholder'),
      showsTools: this.hasAttribute('show-tools'),
    })
  }

  async #requestToken() {
    if (this.getToken) return this.getToken()
    const url = this.getAttribute('token-url')
    if (url) return fetchToken(url)
    const token = this.getAttribute('token')
    if (token) return token
    throw new Error('<stoa-chat> needs token-url, getToken or token')
  }

  #emit(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`stoa-${name}`, { detail, bubbles: true, composed: true }))
  }
}
