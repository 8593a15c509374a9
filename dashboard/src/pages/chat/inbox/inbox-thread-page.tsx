import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Page } from '../../../components/layout/page.tsx'
import { messagesPath, operatorReplyPath, replyModePath, titleOf } from '../../../features/chat/chat-api.ts'
import { type Conversation, useConversation } from '../../../features/chat/use-conversation.ts'
import type { ActAs } from '../../../features/chat/use-thread.ts'
import { Composer } from '../../../features/chat/view/composer.tsx'
import { ConversationView } from '../../../features/chat/view/conversation-view.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { chatRoutes } from '../routes.ts'
import { escalationOf, ThreadState } from '../thread-list.tsx'
import { ThreadMenu } from '../thread-menu.tsx'
import '../chat.css'

const asOperator: ActAs = (api) => actAs(api)

export function InboxThreadPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return <OneThread key={id} id={id} />
}

/** A conversation of an end user, seen by an operator: live, with its approvals, and answered in place of the agent. */
function OneThread({ id }: { id: string }) {
  const conversation = useConversation(id, asOperator)
  const { thread } = conversation
  const nameOf = useEndUserNames(thread ? [thread.eUID] : [])
  const params = { thread_id: id }
  const headers = actingHeaders()
  return (
    <Page
      title={thread ? titleOf(thread) : 'Conversation'}
      width="wide"
      back={{ to: chatRoutes.inbox, label: 'Inbox' }}
      badge={thread && <ThreadState thread={thread} />}
      about={thread && <EndUserName id={thread.eUID} name={nameOf(thread.eUID)} />}
      actions={thread && <ThreadMenu thread={thread} to={chatRoutes.inbox} />}
      calls={[
        { title: 'List messages', call: { method: 'GET', path: messagesPath, params, headers } },
        {
          title: 'Take over',
          call: { method: 'PATCH', path: replyModePath, params, headers, body: { mode: 'human' } },
        },
        {
          title: 'Reply',
          call: {
            method: 'POST',
            path: operatorReplyPath,
            params,
            headers,
            body: { text: 'It arrives tomorrow.' },
          },
        },
      ]}
    >
      <div className="inbox-thread">
        <ConversationView conversation={conversation} canEdit={false}>
          <OperatorBar id={id} conversation={conversation} />
        </ConversationView>
      </div>
    </Page>
  )
}

function OperatorBar({ id, conversation }: { id: string; conversation: Conversation }) {
  const { thread, setReplyMode, reply } = conversation
  const [isBusy, setBusy] = useState(false)
  const set = async (mode: 'agent' | 'human') => {
    setBusy(true)
    await setReplyMode(mode).catch((error) => toasts.error(errorMessage(error)))
    setBusy(false)
  }
  if (!thread) return null
  const reason = escalationOf(thread)
  if (thread.replyMode === 'agent')
    return (
      <div className="chat-banner">
        <span>The agent answers. Taking over stops what it is doing.</span>
        <Button variant="primary" isBusy={isBusy} onClick={() => void set('human')}>
          Take over
        </Button>
      </div>
    )
  return (
    <div className="stack">
      <div className="chat-banner">
        <Status kind={reason ? 'warn' : 'good'}>{reason ?? 'You answer in this conversation'}</Status>
        <Button isBusy={isBusy} onClick={() => void set('agent')}>
          Hand back to the agent
        </Button>
      </div>
      <Composer
        name={`operator.${id}`}
        label="Reply"
        placeholder="Reply as an operator…"
        sendLabel="Reply"
        hasFiles={false}
        hasInitialFocus
        onSend={({ text }) => reply(text)}
      />
    </div>
  )
}
