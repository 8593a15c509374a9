import type { ThreadComparison } from '@stoa/sdk'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { type Message, messageOf } from '../../../features/chat/transcript/message.ts'
import { passagesOf } from '../../../features/chat/transcript/passages.ts'
import { callsOf, type Turn, turnsOf } from '../../../features/chat/transcript/turns.ts'
import { PassagesView } from '../../../features/chat/view/passages-view.tsx'
import { ReplyView } from '../../../features/chat/view/reply-view.tsx'
import '../../../components/conversation/conversation.css'
import '../../../features/chat/view/conversation-view.css'

type Side = ThreadComparison['left']

const messagesOf = (messages: Side['messages']): Message[] => messages.map((each) => messageOf(each, null))

const TurnMessages = ({ turn: { question, replies } }: { turn: Turn }) => {
  const shown = replies.filter(({ role }) => role !== 'tool')
  return (
    <div className="turn">
      {question && (
        <div className="turn-message">
          <p>{question.text || 'Files'}</p>
        </div>
      )}
      {shown.map((message, at) => (
        <ReplyView
          key={message.id}
          message={message}
          calls={callsOf(message, replies)}
          isGenerating={false}
          showsModel={message.model !== shown[at - 1]?.model}
        />
      ))}
      <PassagesView passages={passagesOf(replies)} />
    </div>
  )
}

/** What both begin with: the last message of it, and the rest on request. */
export function CommonMessages({ messages }: { messages: Side['messages'] }) {
  const turns = turnsOf(messagesOf(messages))
  const last = turns.at(-1)
  if (!last) return null
  const earlier = turns.slice(0, -1)
  return (
    <section className="compare-common" aria-label="In both">
      {earlier.length > 0 && (
        <details className="step-fold">
          <summary>{pluralize(earlier.length, 'earlier turn')} in both</summary>
          <div className="stack">
            {earlier.map((turn) => (
              <TurnMessages key={turn.id} turn={turn} />
            ))}
          </div>
        </details>
      )}
      <TurnMessages turn={last} />
    </section>
  )
}

type SideProps = { label: string; head: ReactNode; side: Side; other: Side; common: number }

const withDifference = (own: number, other: number): string => {
  const difference = own - other
  if (Math.abs(difference) < 1e-6) return formatAmount(own)
  return `${formatAmount(own)} (${difference > 0 ? '+' : '−'}${formatAmount(Math.abs(difference))})`
}

/** One branch behind what both have: its cost and its messages. */
export function SideView({ label, head, side, other, common }: SideProps) {
  const turns = turnsOf(messagesOf(side.messages.slice(common)))
  return (
    <section className="compare-side" aria-label={label}>
      {head}
      <DescriptionList
        facts={[
          ['Credits', withDifference(side.credits, other.credits)],
          ['Tokens', `${formatAmount(side.tokens.input)} in, ${formatAmount(side.tokens.output)} out`],
          ['Models', side.models.join(', ') || '–'],
          ['Tool calls', String(side.toolCalls.length)],
        ]}
      />
      {turns.length === 0 ? (
        <p className="muted">Nothing was said in this branch yet.</p>
      ) : (
        turns.map((turn) => <TurnMessages key={turn.id} turn={turn} />)
      )}
    </section>
  )
}
