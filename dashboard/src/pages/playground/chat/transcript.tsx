import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Attachments } from '../attachments/attachments.tsx'
import { sidesOf, type Turn } from './draft.ts'
import { ResponseView } from './response-view.tsx'
import { Starters } from './starters.tsx'
import type { Chat } from './use-chat.ts'

/** Scrolls with the newest text while the end is visible: scrolling up stops it. */
export function Transcript({ chat }: { chat: Chat }) {
  const { turns, draft, isRunning } = chat
  const frame = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(true)
  const count = useRef(turns.length)
  useEffect(() => {
    if (frame.current && isFollowed.current) frame.current.scrollTop = frame.current.scrollHeight
  }, [turns])
  // On a phone the page itself scrolls: there a new message goes to the top, and its response grows below it.
  useEffect(() => {
    const element = frame.current
    if (element && turns.length > count.current && getComputedStyle(element).overflowY === 'visible')
      element.lastElementChild?.scrollIntoView({ block: 'start' })
    count.current = turns.length
  }, [turns.length])
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
    <div className="turn-message">
      {turn.text !== '' && <p>{turn.text}</p>}
      <Attachments files={turn.files} owner={chat.draft.user.trim()} />
      {onEdit && (
        <Button variant="ghost" icon={<Pencil size={13} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      )}
    </div>
    <div className="turn-answers" data-compared={isCompared ? '' : undefined}>
      {sidesOf({ models: { a: '', b: isCompared ? '' : null } }).map((side) => (
        <ResponseView key={side} chat={chat} turn={turn} side={side} isLast={isLast} />
      ))}
    </div>
  </div>
)
