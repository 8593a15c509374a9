/** What the tests use of AG-UI's client: its own types bring those of another version of zod, and of rxjs. */
declare module '@ag-ui/client' {
  export type BaseEvent = { type: string; [field: string]: unknown }

  export type Message =
    | { id: string; role: 'user'; content: string | object[] }
    | {
        id: string
        role: 'assistant'
        content?: string
        toolCalls?: { id: string; function: { name: string; arguments: string } }[]
      }
    | { id: string; role: 'tool'; content: string; toolCallId: string; error?: string }

  export type Interrupt = { id: string; reason: string; metadata?: Record<string, unknown> }

  export type ResumeEntry = { interruptId: string; status: 'resolved' | 'cancelled'; payload?: unknown }

  export type Subscriber = {
    onEvent?(params: { event: BaseEvent }): void
    onRunErrorEvent?(params: { event: { code?: string; message: string } }): void
    onTextMessageContentEvent?(params: { event: BaseEvent }): void
  }

  export class HttpAgent {
    constructor(config: { url: string; headers: Record<string, string>; threadId: string })
    readonly threadId: string
    readonly messages: Message[]
    readonly state: unknown
    readonly pendingInterrupts: Interrupt[]
    addMessage(message: Message): void
    setMessages(messages: Message[]): void
    setState(state: unknown): void
    subscribe(subscriber: Subscriber): { unsubscribe(): void }
    abortRun(): void
    runAgent(
      parameters?: { runId?: string; resume?: ResumeEntry[]; forwardedProps?: Record<string, unknown> },
      subscriber?: Subscriber,
    ): Promise<{ result: unknown; newMessages: Message[] }>
  }
}
