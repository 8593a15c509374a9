import { eventText } from './event-text.ts'
import './event-name.css'

/** A type of event, or a pattern of them, in words, with what the API calls it. */
export const EventName = ({ type }: { type: string }) => (
  <span className="event-name">
    <span>{eventText(type)}</span>
    <code className="muted small event-type">{type}</code>
  </span>
)

export const EventNames = ({ types, none }: { types: readonly string[]; none: string }) =>
  types.length === 0 ? (
    <span className="muted">{none}</span>
  ) : (
    <ul className="event-names">
      {types.map((type) => (
        <li key={type}>
          <EventName type={type} />
        </li>
      ))}
    </ul>
  )
