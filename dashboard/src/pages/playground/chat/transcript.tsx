import Pencil from 'lucide-react/icons/pencil'
import { Button } from '../../../components/actions/button.tsx'
import { useFollowEnd } from '../../../components/conversation/use-follow-end.ts'
import { Attachments } from '../../../features/files/attachments/attachments.tsx'
import { sidesOf, type Turn } from './draft.ts'
import { ResponseView } from './response-view.tsx'
import { Starters } from './starters.tsx'
import type { Chat } from './use-chat.ts'

export function Transcript({ chat }: { chat: Chat }) {
  const { turns, draft, isRunning } = chat
  const follow = useFollowEnd(turns, turns.length)
  if (turns.length === 0) return <Starters onChoose={chat.changeDraft} />
  return (
    <div
      {...follow}
      className="transcript"
      role="log"
      aria-label="Conversation"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation is scrolled with the arrow keys.
      tabIndex={0}
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
    <div className="turn-message">
      {turn.text !== '' && <p>{turn.text}</p>}
      <Attachments files={turn.files} owner={chat.draft.user.trim()} />
      {onEdit && (
        <Button variant="ghost" icon={<Pencil size={13} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      )}
    </div>
    <div className="turn-responses" data-compared={isCompared ? '' : undefined}>
      {sidesOf({ models: { a: '', b: isCompared ? '' : null } }).map((side) => (
        <ResponseView key={side} chat={chat} turn={turn} side={side} isLast={isLast} />
      ))}
    </div>
  </div>
)
