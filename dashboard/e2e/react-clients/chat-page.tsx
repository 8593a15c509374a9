import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai'
import { Composer } from './composer.tsx'

type ToolPart = { toolName: string; toolCallId: string; state: string; approval?: { id: string } }

export type ChatPageProps = { api: string; token: string; chatId: string; messages: UIMessage[] }

/** A chat as the documentation of the AI SDK has it. */
export function ChatPage({ api, token, chatId, messages: initial }: ChatPageProps) {
  const { messages, status, error, sendMessage, regenerate, stop, addToolApprovalResponse } = useChat({
    id: chatId,
    messages: initial,
    resume: true,
    transport: new DefaultChatTransport({ api, headers: { authorization: `Bearer ${token}` } }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  })
  return (
    <main>
      <ol aria-label="Messages">
        {messages.map(({ id, role, parts }) => (
          <li key={id} data-role={role}>
            {parts.map((part, at) => {
              if (part.type === 'text') return <p key={`${id} ${at}`}>{part.text}</p>
              if (part.type !== 'dynamic-tool') return null
              const { toolName, toolCallId, state, approval } = part as unknown as ToolPart
              const decide = (approved: boolean) => addToolApprovalResponse({ id: approval!.id, approved })
              return (
                <section key={toolCallId} aria-label={toolName} data-state={state}>
                  {state === 'approval-requested' && (
                    <>
                      <button type="button" onClick={() => decide(true)}>
                        Approve
                      </button>
                      <button type="button" onClick={() => decide(false)}>
                        Reject
                      </button>
                    </>
                  )}
                </section>
              )
            })}
          </li>
        ))}
      </ol>
      <Composer status={status} onSend={(text) => sendMessage({ text })} onStop={stop} />
      <button type="button" onClick={() => regenerate()}>
        Regenerate
      </button>
      {error && <p role="alert">{error.message}</p>}
    </main>
  )
}
