import type { Workflow } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { inboxThreadUrl, runPath } from '../../../features/chat/chat-api.ts'
import type { SentMessage } from '../../../features/chat/commands.ts'
import { contentOf, type Draft } from '../../../features/chat/transcript/message.ts'
import { useConversation } from '../../../features/chat/use-conversation.ts'
import { Composer } from '../../../features/chat/view/composer.tsx'
import { ConversationView } from '../../../features/chat/view/conversation-view.tsx'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { executePath } from '../../../features/workflows/workflows-api.ts'

type TryAgentProps = {
  workflow: Workflow
  isDirty: boolean
  /** Saves what is edited and resolves with the version that responds; null where that failed. */
  prepare(): Promise<number | null>
}

type Execute = (message: SentMessage, threadId?: string) => Promise<{ executionId: string; threadId: string }>

/** A conversation with the newest version, also while the agent is not active. */
export function TryAgent({ workflow, isDirty, prepare }: TryAgentProps) {
  const api = useApiAs()
  const [threadId, setThreadId] = useState<string | null>(null)
  const execute: Execute = async (message, known) => {
    const version = await prepare()
    if (version === null) throw new Error('The agent could not be saved: see the message beside it.')
    return api.post(executePath, {
      params: { id: workflow.id },
      body: {
        input: { messages: [message] },
        mode: 'production',
        allowWhenInactive: true,
        version: String(version),
        ...(known === undefined ? {} : { threadId: known }),
      },
    })
  }
  return (
    <section className="agent-try" aria-label="Try it">
      <div className="agent-try-head">
        <h2>Try it</h2>
        {threadId !== null && (
          <IconButton
            label="New conversation"
            icon={<RotateCcw size={16} aria-hidden />}
            onClick={() => setThreadId(null)}
          />
        )}
      </div>
      {threadId === null ? (
        <FirstMessage workflow={workflow} isDirty={isDirty} execute={execute} onStarted={setThreadId} />
      ) : (
        <Conversation key={threadId} threadId={threadId} isDirty={isDirty} execute={execute} />
      )}
    </section>
  )
}

type FirstMessageProps = {
  workflow: Workflow
  isDirty: boolean
  execute: Execute
  onStarted(threadId: string): void
}

const labelOf = (isDirty: boolean) => (isDirty ? 'Save and send' : 'Send')

function FirstMessage({ workflow, isDirty, execute, onStarted }: FirstMessageProps) {
  const send = async (draft: Draft) => {
    const content = contentOf(draft)
    onStarted((await execute({ id: crypto.randomUUID(), type: 'human', content })).threadId)
  }
  return (
    <div className="conversation">
      <div className="agent-try-start">
        <p className="muted">Model and tool calls are real, and charged.</p>
        <div className="agent-starter-buttons">
          {(workflow.agent?.starterPrompts ?? []).map((text) => (
            <Button
              key={text}
              onClick={() =>
                void send({ text, fileIds: [] }).catch((error) => toasts.error(errorMessage(error)))
              }
            >
              {text}
            </Button>
          ))}
        </div>
      </div>
      <Composer
        name={`try.${workflow.id}`}
        placeholder={`Message ${workflow.name}…`}
        sendLabel={labelOf(isDirty)}
        onSend={send}
      />
    </div>
  )
}

type ConversationProps = { threadId: string; isDirty: boolean; execute: Execute }

function Conversation({ threadId, isDirty, execute }: ConversationProps) {
  const conversation = useConversation(threadId, actAs, {
    startRun: async (message) => {
      const { executionId } = await execute(message, threadId)
      return conversation.api.get(runPath, { params: { thread_id: threadId, run_id: executionId } })
    },
  })
  const { thread } = conversation
  return (
    <ConversationView conversation={conversation} canEdit={false}>
      <div className="stack agent-try-foot">
        <Composer
          name={`try.${threadId}`}
          placeholder="Send a message…"
          sendLabel={labelOf(isDirty)}
          isRunning={conversation.isRunning}
          hasInitialFocus
          onSend={conversation.say}
          onStop={conversation.stop}
        />
        <p className="muted small row">
          <span className="number">{formatAmount(thread?.creditsTotal ?? 0)} credits</span>
          <Link to={inboxThreadUrl(threadId)}>Open the conversation</Link>
        </p>
      </div>
    </ConversationView>
  )
}
