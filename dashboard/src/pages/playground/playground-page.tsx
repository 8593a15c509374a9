import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import Pencil from 'lucide-react/icons/pencil'
import SquarePen from 'lucide-react/icons/square-pen'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { useRunKeys } from '../../parts/use-run-keys.ts'
import { callsPath } from '../models/calls/call-paths.ts'
import { AnswerView } from './answer-view.tsx'
import { callOf, draftFaults } from './chat-request.ts'
import { ChatSettings } from './chat-settings.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { Attachments, Composer } from './composer.tsx'
import { sidesOf, type Turn } from './draft.ts'
import { ModelPicker } from './model-picker.tsx'
import { Starters } from './starters.tsx'
import { type Chat, useChat } from './use-chat.ts'
import { useTaken } from './use-taken-call.ts'
import './playground.css'

export function ModelPlaygroundPage() {
  const chat = useChat()
  const { draft, turns, changeDraft, isRunning } = chat
  const failure = useTaken(chat)
  const faults = draftFaults(draft)
  const isFaulty = faults.schema !== null || faults.tools !== null
  const send = () => {
    if (!isRunning && !isFaulty) chat.send()
  }
  useRunKeys(send)
  return (
    <Page
      title="Model playground"
      about="Talk to any model as your programs do, or to two of them at once. Nothing here is lost by a reload of this tab."
      actions={
        <Button
          icon={<SquarePen size={14} aria-hidden />}
          disabled={turns.length === 0}
          data-creates=""
          onClick={chat.clear}
        >
          New conversation
        </Button>
      }
      calls={[
        { title: 'Send this', call: callOf(draft, turns, 'a') },
        { title: 'See what was called', call: { method: 'GET', path: callsPath } },
      ]}
    >
      {failure !== null && <Failure error={failure} />}
      <ModelBar chat={chat} />
      <div className="playground">
        <div className="playground-talk">
          <Transcript chat={chat} />
          <Composer chat={chat} isFaulty={isFaulty} onSend={send} />
        </div>
        <details className="playground-side" open={isWide()}>
          <summary>Settings{isFaulty ? ': something is wrong' : ''}</summary>
          <ChatSettings draft={draft} change={changeDraft} faults={faults} onSend={send} />
        </details>
      </div>
    </Page>
  )
}

// Where there is little room the conversation comes first, and the settings are folded.
const isWide = () => window.matchMedia('(min-width: 1001px)').matches

function ModelBar({ chat: { draft, turns, changeDraft } }: { chat: Chat }) {
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
          look="quiet"
          icon={<GitCompareArrows size={14} aria-hidden />}
          onClick={() => changeDraft({ models: { a, b: '' } })}
        >
          Compare
        </Button>
      ) : (
        <>
          <span className="muted small">against</span>
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
      <CodeDialog playground={{ draft, turns }} />
    </div>
  )
}

/** Follows the newest words as long as its end is in sight: whoever has scrolled up reads something. */
function Transcript({ chat }: { chat: Chat }) {
  const { turns, draft, isRunning } = chat
  const frame = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(true)
  useEffect(() => {
    if (frame.current && isFollowed.current) frame.current.scrollTop = frame.current.scrollHeight
  }, [turns])
  if (turns.length === 0) return <Starters onChoose={chat.changeDraft} />
  return (
    <div
      ref={frame}
      className="transcript"
      role="log"
      aria-label="Conversation"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation is scrolled with the arrow keys.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isFollowed.current = scrollHeight - scrollTop - clientHeight < 40
      }}
    >
      {turns.map((turn, at) => (
        <TurnView
          key={turn.id}
          chat={chat}
          turn={turn}
          isLast={at === turns.length - 1}
          isCompared={draft.models.b !== null || turn.answers.b.length > 0}
          {...(at === turns.length - 1 && !isRunning ? { onEdit: chat.edit } : {})}
        />
      ))}
    </div>
  )
}

type TurnProps = { chat: Chat; turn: Turn; isLast: boolean; isCompared: boolean; onEdit?(): void }

const TurnView = ({ chat, turn, isLast, isCompared, onEdit }: TurnProps) => (
  <div className="turn">
    <div className="turn-said">
      {turn.text !== '' && <p>{turn.text}</p>}
      <Attachments files={turn.files} />
      {onEdit && (
        <Button look="quiet" icon={<Pencil size={13} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      )}
    </div>
    <div className="turn-answers" data-compared={isCompared ? '' : undefined}>
      {sidesOf({ models: { a: '', b: isCompared ? '' : null } }).map((side) => (
        <AnswerView key={side} chat={chat} turn={turn} side={side} isLast={isLast} />
      ))}
    </div>
  </div>
)
