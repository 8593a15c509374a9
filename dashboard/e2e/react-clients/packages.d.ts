/**
 * What the page uses of the hooks for React of other packages. Their own types bring those of other versions of packages
 * that we use too.
 */
declare module '@ai-sdk/react' {
  import type { AbstractChat, ChatInit, UIMessage } from 'ai'

  export function useChat(
    options: ChatInit<UIMessage> & { resume?: boolean },
  ): Pick<
    AbstractChat<UIMessage>,
    'messages' | 'status' | 'error' | 'sendMessage' | 'regenerate' | 'stop' | 'addToolApprovalResponse'
  >
}

declare module '@langchain/langgraph-sdk/react' {
  type Message = { id?: string; type: string; content: unknown }
  type Checkpoint = { checkpoint_id: string }
  type Submit = { command?: { resume: unknown }; checkpoint?: Checkpoint; streamResumable?: boolean }

  export function useStream(options: {
    apiUrl: string
    apiKey: string
    assistantId: string
    threadId: string | null
    onThreadId(id: string): void
    reconnectOnMount: boolean
    fetchStateHistory: boolean
  }): {
    messages: Message[]
    isLoading: boolean
    error: unknown
    interrupt: { id?: string; value?: { action_requests?: { name: string }[] } } | undefined
    submit(values: { messages: Message[] } | null | undefined, options?: Submit): Promise<void>
    stop(): Promise<void>
    setBranch(branch: string): void
    getMessagesMetadata(message: Message):
      | {
          firstSeenState?: { parent_checkpoint?: Checkpoint }
          branch?: string
          branchOptions?: string[]
        }
      | undefined
  }
}
