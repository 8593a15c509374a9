import type { Message } from '../../features/chat/transcript/message.ts'
import { passagesOf } from '../../features/chat/transcript/passages.ts'
import {
  type CallView,
  callsOf,
  stoppedByOf,
  turnsOf,
  withLive,
} from '../../features/chat/transcript/turns.ts'
import { h } from '../element.ts'
import { type Attached, type ChatState, isRunning } from '../session/chat-state.ts'
import { interruptView } from './interrupt-view.ts'
import { questionView, replyView } from './message-view.ts'
import { passagesView } from './passages-view.ts'

export type TranscriptOptions = {
  send(text: string): void
  resume(id: string, value: unknown): void
  fileName(id: string): Promise<string>
}

type Item = {
  key: string
  /** Of what it shows: it is made again when this changes. */
  facts: string
  make(): HTMLElement | null
}

// Nearer to the end than this, the view follows what is added.
const nearEndPx = 60

/** The conversation. Elements of unchanged messages stay, so that selections and open details do. */
export class Transcript {
  readonly element: HTMLElement
  readonly #options: TranscriptOptions
  readonly #list = h('div', { class: 'messages' })
  readonly #shown = new Map<string, { facts: string; element: HTMLElement | null }>()
  readonly #fileNames = new Map<string, string>()

  constructor(options: TranscriptOptions) {
    this.#options = options
    this.element = h(
      'div',
      { class: 'log', role: 'log', 'aria-label': 'Conversation', tabindex: '0', part: 'log' },
      this.#list,
    )
  }

  noteFiles(files: readonly Attached[]): void {
    for (const { fileId, name } of files) this.#fileNames.set(fileId, name)
  }

  render(state: ChatState, showsTools: boolean): void {
    const { element } = this
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx
    const items = this.#itemsOf(state, showsTools)
    const keys = new Set(items.map(({ key }) => key))
    for (const key of this.#shown.keys()) if (!keys.has(key)) this.#shown.delete(key)
    place(
      this.#list,
      items.flatMap((item) => this.#elementOf(item) ?? []),
    )
    // A screen reader waits until a message is complete.
    element.setAttribute('aria-busy', String(isRunning(state)))
    if (isAtEnd) element.scrollTop = element.scrollHeight
  }

  #itemsOf(state: ChatState, showsTools: boolean): Item[] {
    const { agent, messages, pending, live, interrupts } = state
    const newer = [...(pending ? [pending] : []), ...(live?.messages ?? [])]
    const all = withLive(messages, newer)
    const items = turnsOf(all).flatMap((turn, at, turns) => {
      const { id, question, replies } = turn
      const isActive = at === turns.length - 1 && isRunning(state)
      return [
        ...(question ? [this.#question(question)] : []),
        ...replies.map((reply) =>
          replyItem(reply, showsTools ? callsOf(reply, replies, live ?? undefined) : []),
        ),
        // Below a complete response: while it grows, its end is what one looks at.
        ...(isActive ? [] : passagesItem(id, replies)),
        ...(isActive || stoppedByOf(turn) === null ? [] : [stoppedItem(id)]),
      ]
    })
    const canApprove = agent?.canApprove === true
    const { resume } = this.#options
    const { messages: liveMessages = [], executing = [] } = live ?? {}
    const isQuiet = executing.length > 0 || !liveMessages.some(({ text }) => text !== '')
    return [
      ...(all.length === 0 && agent ? [this.#welcome(state)] : []),
      ...items,
      ...interrupts.map(
        (interrupt): Item => ({
          key: `interrupt ${interrupt.id}`,
          facts: String(canApprove),
          make: () => interruptView({ interrupt, canApprove, resume }),
        }),
      ),
      ...(isRunning(state) && isQuiet ? [busy] : []),
    ]
  }

  #question(message: Message): Item {
    const nameOf = async (id: string) => {
      const name = this.#fileNames.get(id) ?? (await this.#options.fileName(id))
      this.#fileNames.set(id, name)
      return name
    }
    return { key: message.id, facts: '', make: () => questionView(message, nameOf) }
  }

  #welcome({ agent }: ChatState): Item {
    const { send } = this.#options
    const starters = (agent?.starterPrompts ?? []).map((text) =>
      h('button', { type: 'button', class: 'starter', dir: 'auto', click: () => send(text) }, text),
    )
    const greeting = h('p', { dir: 'auto' }, agent?.greeting ?? 'How can I help?')
    return { key: 'welcome', facts: '', make: () => h('div', { class: 'welcome' }, greeting, ...starters) }
  }

  #elementOf({ key, facts, make }: Item): HTMLElement | null {
    const before = this.#shown.get(key)
    if (before?.facts === facts) return before.element
    const made = make()
    // A folded part that the user has opened stays open.
    const details = made?.querySelectorAll('details') ?? []
    for (const [at, folded] of [...(before?.element?.querySelectorAll('details') ?? [])].entries())
      if (details[at]) details[at].open = folded.open
    this.#shown.set(key, { facts, element: made })
    return made
  }
}

const replyItem = (message: Message, calls: readonly CallView[]): Item => ({
  key: message.id,
  facts: JSON.stringify([message.text, message.role, calls]),
  make: () => replyView(message, calls),
})

function passagesItem(turnId: string, replies: readonly Message[]): Item[] {
  const passages = passagesOf(replies)
  if (passages.length === 0) return []
  return [
    {
      key: `passages ${turnId}`,
      facts: JSON.stringify(passages),
      make: () => passagesView(passages),
    },
  ]
}

/** Which limit it was is for the team. */
const stoppedItem = (turnId: string): Item => ({
  key: `stopped ${turnId}`,
  facts: '',
  make: () => h('p', { class: 'stopped' }, 'The assistant stopped before it was done.'),
})

const busy: Item = {
  key: 'busy',
  facts: '',
  make: () =>
    h('div', { class: 'busy' }, h('span', { class: 'hidden' }, 'Working …'), h('i'), h('i'), h('i')),
}

/** Makes these the children, moving nothing that is in its place. */
function place(parent: HTMLElement, requested: readonly HTMLElement[]): void {
  for (const [at, child] of requested.entries())
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null)
  while (parent.children.length > requested.length) parent.lastElementChild!.remove()
}
