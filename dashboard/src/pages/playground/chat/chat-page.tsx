import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import SquarePen from 'lucide-react/icons/square-pen'
import X from 'lucide-react/icons/x'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { useRunShortcut } from '../../../components/code/use-run-shortcut.ts'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { callsPath } from '../../../features/model-calls/call-paths.ts'
import { savedItemsPath } from '../../../features/saved-items/use-saved-items.ts'
import { ModelPicker } from '../model-picker.tsx'
import { PlaygroundTabs } from '../playground-tabs.tsx'
import { callOf, draftErrors } from './chat-request.ts'
import { ChatSettings } from './chat-settings.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { Composer } from './composer.tsx'
import { HistoryButton } from './saved/history-button.tsx'
import { PresetMenu } from './saved/preset-menu.tsx'
import { useSavedConversation } from './saved/use-saved-conversation.ts'
import { Transcript } from './transcript.tsx'
import { type Chat, useChat } from './use-chat.ts'
import { useImportedCall } from './use-imported-call.ts'
import '../../../components/conversation/conversation.css'
import '../playground.css'

export function ModelPlaygroundPage() {
  const chat = useChat()
  const { draft, turns, changeDraft, isRunning } = chat
  const failure = useImportedCall(chat)
  const unsaved = useSavedConversation(chat)
  const errors = draftErrors(draft)
  const isInvalid = errors.schema !== null || errors.tools !== null
  const send = () => {
    if (!isRunning && !isInvalid) chat.send()
  }
  useRunShortcut(send)
  return (
    <Page
      title="Model playground"
      about="Chat with any model, or compare two side by side. Conversations are stored in your history."
      actions={
        <>
          <HistoryButton chat={chat} />
          <Button
            icon={<SquarePen size={14} aria-hidden />}
            disabled={turns.length === 0}
            data-creates=""
            onClick={chat.clear}
          >
            New conversation
          </Button>
        </>
      }
      calls={[
        { title: 'Send this request', call: callOf(draft, turns, 'a') },
        {
          title: 'List presets',
          call: { method: 'GET', path: savedItemsPath, query: { kind: 'playground_preset' } },
        },
        { title: 'List calls', call: { method: 'GET', path: callsPath } },
      ]}
    >
      <PlaygroundTabs />
      {failure !== null && <ErrorAlert error={failure} />}
      <ModelBar chat={chat} />
      <div className="playground">
        <div className="playground-conversation">
          <Transcript chat={chat} />
          {unsaved !== null && (
            <p className="muted small" role="status">
              {unsaved}
            </p>
          )}
          <Composer chat={chat} isInvalid={isInvalid} onSend={send} />
        </div>
        <details className="playground-side" open={isWide()}>
          <summary>Settings{isInvalid ? ': has errors' : ''}</summary>
          <ChatSettings draft={draft} change={changeDraft} errors={errors} onSend={send} />
        </details>
      </div>
    </Page>
  )
}

// On small screens the conversation comes first, and the settings are collapsed.
const isWide = () => window.matchMedia('(min-width: 1001px)').matches

function ModelBar({ chat }: { chat: Chat }) {
  const { draft, turns, changeDraft } = chat
  const { a, b } = draft.models
  return (
    <div className="model-bar">
      <ModelPicker
        label={b === null ? 'Model' : 'First model'}
        modelId={a}
        onChoose={(next) => changeDraft({ models: { a: next, b } })}
      />
      {b === null ? (
        <Button
          variant="ghost"
          icon={<GitCompareArrows size={14} aria-hidden />}
          onClick={() => changeDraft({ models: { a, b: '' } })}
        >
          Compare
        </Button>
      ) : (
        <>
          <span className="muted small">vs.</span>
          <ModelPicker
            label="Second model"
            modelId={b}
            onChoose={(next) => changeDraft({ models: { a, b: next } })}
          />
          <IconButton
            label="Stop comparing"
            icon={<X size={14} aria-hidden />}
            onClick={() => changeDraft({ models: { a, b: null } })}
          />
        </>
      )}
      <PresetMenu chat={chat} />
      <CodeDialog call={callOf(draft, turns, 'a')} title="This conversation as code" isChat />
    </div>
  )
}
