import { AbstractChat, type ChatInit, type UIMessage } from 'ai'

/** The chat of the AI SDK that its hooks for React, Vue and Svelte are made of, with a state that no framework watches. */
export class Chat extends AbstractChat<UIMessage> {
  constructor({ messages = [], ...init }: ChatInit<UIMessage>) {
    super({
      ...init,
      state: {
        status: 'ready',
        error: undefined,
        messages,
        pushMessage(message) {
          this.messages = [...this.messages, message]
        },
        popMessage() {
          this.messages = this.messages.slice(0, -1)
        },
        replaceMessage(index, message) {
          this.messages = this.messages.with(index, structuredClone(message))
        },
        snapshot: (value) => structuredClone(value),
      },
    })
  }
}
