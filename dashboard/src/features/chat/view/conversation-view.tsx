import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { useFollowEnd } from '../../../components/conversation/use-follow-end.ts'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { ToolNames } from '../../tools/tool-names.tsx'
import { InterruptView } from '../interrupts/interrupt-view.tsx'
import { slugsIn } from '../transcript/slugs-in.ts'
import type { Conversation } from '../use-conversation.ts'
import { ThreadContext } from '../use-run-log.ts'
import { QueuedMessages } from './queued-messages.tsx'
import { TurnView } from './turn-view.tsx'
import '../../../components/conversation/conversation.css'
import './conversation-view.css'

type ConversationProps = {
  conversation: Conversation
  /** Whether messages of the user are edited and responses generated again. */
  canEdit: boolean
  /** Shown before the first message. */
  empty?: ReactNode
  /** Below the transcript: where one writes. */
  children: ReactNode
}

/** A conversation from its first message to what it waits for. */
export function ConversationView({ conversation, canEdit, empty, children }: ConversationProps) {
  const { api, threadId, turns, interrupts, queued, isLoaded, error, live, reload } = conversation
  const follow = useFollowEnd(conversation.turns, turns.length + interrupts.length)
  useAnchor(isLoaded, conversation.hasEarlier, conversation.showEarlier)
  const context = useMemo(() => ({ api, threadId }), [api, threadId])
  return (
    <ThreadContext value={context}>
      <ToolNames slugs={slugsIn(turns, interrupts, live.run?.nested)}>
        <div className="conversation">
          {isLoaded && turns.length === 0 && empty ? (
            empty
          ) : (
            <div
              {...follow}
              className="transcript"
              role="log"
              aria-label="Conversation"
              aria-live="off"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation is scrolled with the arrow keys.
              tabIndex={0}
            >
              {!isLoaded && error === null && <SkeletonLines count={6} />}
              {error !== null && <ErrorAlert error={error} retry={() => void reload()} />}
              {conversation.hasEarlier && (
                <Button variant="ghost" onClick={conversation.showEarlier}>
                  Show earlier messages
                </Button>
              )}
              {turns.map((turn, at) => (
                <TurnView
                  key={turn.id}
                  conversation={conversation}
                  turn={turn}
                  isLast={at === turns.length - 1}
                  canEdit={canEdit}
                />
              ))}
              {live.error !== null && <ErrorAlert error={live.error} retry={() => void reload()} />}
              {interrupts.map((interrupt) => (
                <InterruptView key={interrupt.id} conversation={conversation} interrupt={interrupt} />
              ))}
              {queued.length > 0 && <QueuedMessages conversation={conversation} />}
            </div>
          )}
          {children}
        </div>
      </ToolNames>
    </ThreadContext>
  )
}

/** A link to a message scrolls to it, as soon as it is loaded. */
function useAnchor(isLoaded: boolean, hasEarlier: boolean, showEarlier: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    const anchor = decodeURIComponent(location.hash.slice(1))
    if (isDone.current || !isLoaded || anchor === '') return
    const element = document.getElementById(anchor)
    if (!element && hasEarlier) return showEarlier()
    isDone.current = true
    element?.scrollIntoView({ block: 'center' })
    element?.setAttribute('data-linked', '')
  })
}
