import type { z } from 'zod'
import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import { toPayload } from '../../../kernel/events/event.ts'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { FollowedItem, FollowRequest } from '../../../kernel/events/reader.ts'
import {
  endpoint,
  events as eventStream,
  type Input,
  type ServerEvent,
  socket,
} from '../../../kernel/http/endpoint.ts'
import { EventMessage, eventsQuery, StreamedEvent } from '../schema.ts'

export type EventRouteDeps = { events: Events; eventTypes: EventTypes; clock: Clock }

export const eventRoutes = ({ events, eventTypes, clock }: EventRouteDeps) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/events',
    area: 'Events',
    summary: 'Stream project events',
    description:
      'Server-sent events with the same body as webhooks; `event` is the type and `id` a sequence number that grows by one with every event of the project. `Last-Event-ID` resumes after a number without gaps or duplicates and takes precedence over `after`; without either the stream starts now. It opens with `stream.start`, which contains the current position, or with `stream.gap` if the requested events are no longer retained or never existed. Without `x-username` all events of the project are streamed, with it only those of this end user. Events are retained for 30 days, or for the `retentionDays` of the project.',
    access: 'end-user',
    permission: 'events:read',
    query: eventsQuery(eventTypes),
    response: eventStream(StreamedEvent),
    message: 'Events',
    example: { query: { types: 'external_user.*,run.completed' } },
    handle: (input) =>
      streamOf(events.follow(input.scope, requestOf(input, eventTypes), input.signal), clock),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/events/socket',
    area: 'Events',
    summary: 'Follow project events over a WebSocket',
    description:
      'The same events as `GET /api/v1/events`, for clients that would rather hold a WebSocket: each message is one event with its `id`, `event` and `data`. After a disconnect connect again with `after` set to the last `id`. The client sends nothing.',
    access: 'end-user',
    permission: 'events:read',
    query: eventsQuery(eventTypes),
    response: socket(EventMessage),
    example: { query: { types: 'external_user.*,run.completed' } },
    handle: (input) => {
      const request = requestOf(input, eventTypes)
      return async ({ send, signal }) => {
        for await (const item of events.follow(input.scope, request, signal))
          await send(messageOf(item, clock))
      }
    },
  }),
]

/** Which events a stream request selects, in either form. */
function requestOf(
  {
    scope,
    query,
    lastEventId,
    headers,
  }: Pick<Input, 'scope' | 'lastEventId' | 'headers'> & { query: z.output<ReturnType<typeof eventsQuery>> },
  eventTypes: EventTypes,
): FollowRequest {
  return {
    after: lastEventId === null ? (query.after ?? null) : readLastEventId(lastEventId),
    types: query.types === undefined ? null : eventTypes.select(query.types),
    externalUserId: headers['x-username'] === undefined ? null : scope.externalUser.id,
  }
}

function readLastEventId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError('invalid_parameter', 'Last-Event-ID is invalid', {
    details: [{ in: 'header', path: 'last-event-id', rule: 'format', message: 'must be a whole number' }],
    hint: 'Omit it to start now, or send after=0 for all retained events.',
  })
}

async function* streamOf(items: AsyncIterable<FollowedItem>, clock: Clock): AsyncGenerator<ServerEvent> {
  for await (const item of items) yield messageOf(item, clock)
}

function messageOf(item: FollowedItem, clock: Clock): EventMessage {
  if (item.kind === 'event') {
    const { event } = item
    return { id: String(event.seq), event: event.type, data: toPayload(event) }
  }
  const type = `stream.${item.kind}`
  const facts =
    item.kind === 'start'
      ? { after: item.after }
      : { requested: item.requested, after: item.after, reason: item.reason }
  // With the number from which it resumes, so that a reader that disconnects here reconnects at the right position.
  return {
    id: String(item.after),
    event: type,
    data: { type, timestamp: clock.now().toISOString(), data: facts },
  }
}
