import { isStoaError } from '@stoa/sdk'
import { Navigate, useParams } from '@tanstack/react-router'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { inboxThreadUrl, messagesPath, runsPath, threadPath, titleOf } from '../../features/chat/chat-api.ts'
import { useAgents } from '../../features/chat/use-agents.ts'
import { type Conversation, useConversation } from '../../features/chat/use-conversation.ts'
import { Composer } from '../../features/chat/view/composer.tsx'
import { ConversationView } from '../../features/chat/view/conversation-view.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import { useRead } from '../../project.ts'
import { ChatFrame } from './chat-frame.tsx'
import { asProject } from './own-threads.ts'
import { chatRoutes } from './routes.ts'
import { ThreadState } from './thread-list.tsx'
import { ThreadMenu } from './thread-menu.tsx'

export function ThreadPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  // Another thread is another conversation: nothing of the first one stays.
  return <OneThread key={id} id={id} />
}

function OneThread({ id }: { id: string }) {
  const conversation = useConversation(id, asProject)
  const { thread, error } = conversation
  if (isStoaError(error) && error.code === 'thread_not_found') return <NotOwnThread id={id} error={error} />
  const params = { thread_id: id }
  const body = { input: { messages: [{ type: 'human', content: 'Hello' }] } }
  return (
    <ChatFrame
      title={thread ? titleOf(thread) : 'Conversation'}
      current={id}
      badge={
        thread && (
          <>
            <ThreadState thread={thread} />
            <ThreadFacts conversation={conversation} />
          </>
        )
      }
      actions={thread && <ThreadMenu thread={thread} to={chatRoutes.list} />}
      calls={[
        { title: 'List messages', call: { method: 'GET', path: messagesPath, params } },
        { title: 'Send a message', call: { method: 'POST', path: runsPath, params, body } },
      ]}
    >
      <ConversationView
        conversation={conversation}
        canEdit={thread?.replyMode === 'agent' && thread.status !== 'interrupted'}
      >
        <div className="stack">
          {thread?.replyMode === 'human' && (
            <p className="chat-banner">
              <Status kind="good">A human answers in this conversation</Status>
            </p>
          )}
          <Composer
            name={id}
            placeholder={
              conversation.interrupts.length > 0
                ? 'Decide above, or write something else…'
                : 'Send a message…'
            }
            isRunning={conversation.isRunning}
            hasInitialFocus
            onSend={conversation.say}
            onStop={conversation.stop}
          />
        </div>
      </ConversationView>
    </ChatFrame>
  )
}

/** A link may name a conversation of an end user: that one opens in the inbox, for those who may see it. */
function NotOwnThread({ id, error }: { id: string; error: Error }) {
  const { data, isPending } = useRead(['chat', 'of-any-user', id], (api, signal) =>
    actAs(api).get(threadPath, { params: { thread_id: id }, signal }),
  )
  if (data) return <Navigate to={inboxThreadUrl(id)} hash={location.hash.slice(1)} replace />
  return (
    <ChatFrame
      title="Conversation"
      current={id}
      calls={[{ title: 'Get', call: { method: 'GET', path: threadPath, params: { thread_id: id } } }]}
    >
      <div className="conversation">
        <div className="transcript">
          {isPending ? <SkeletonLines count={6} /> : <ErrorAlert error={error} />}
        </div>
      </div>
    </ChatFrame>
  )
}

/** The agent, and what the conversation has cost. */
function ThreadFacts({ conversation: { thread } }: { conversation: Conversation }) {
  const { data: agents } = useAgents()
  const agent = agents?.find(({ id }) => id === thread?.workflowId)
  return (
    <span className="muted small number">
      {agent && `${agent.name} · `}
      {formatAmount(thread?.creditsTotal ?? 0)} credits
    </span>
  )
}
