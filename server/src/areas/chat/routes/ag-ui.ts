import {
  type Endpoint,
  type EventFraming,
  endpoint,
  events,
  eventsReply,
} from '../../../kernel/http/endpoint.ts'
import { AgUiBody } from '../schema/ag-ui.ts'
import { AgUiEvent } from '../schema/ag-ui-events.ts'
import type { AgUiChat } from '../service/ag-ui-chat.ts'
import { messageEndpoint } from './message-endpoint.ts'
import { exampleAgentId, exampleRunId, exampleThreadId } from './shared.ts'

const framing: EventFraming = {
  first: '',
  ping: ': ping\n\n',
  isCutOnStop: true,
  errorEvent: ({ code, message }) => ({ data: { type: 'RUN_ERROR', code, message } }),
}

/** The endpoint of clients that speak AG-UI. */
export const agUiRoutes = (chat: AgUiChat): Endpoint[] => [
  endpoint({
    area: 'Chat',
    access: 'end-user',
    method: 'POST',
    path: '/api/v1/chat/{agentId}/ag-ui',
    summary: 'Stream a chat over AG-UI',
    description:
      'The events of AG-UI: use it as `url` of its `HttpAgent`. Approvals are interrupts; a client that leaves cancels the run unless `forwardedProps.on_disconnect` is `continue`.',
    ...messageEndpoint,
    response: events(AgUiEvent),
    body: AgUiBody,
    message: 'AG-UI events',
    example: {
      params: { agentId: exampleAgentId },
      body: {
        threadId: exampleThreadId,
        runId: exampleRunId,
        messages: [{ id: 'm1', role: 'user', content: 'Where is my order?' }],
        state: {},
        forwardedProps: {},
      },
    },
    handle: async ({ scope, signal, params, body, ignoreFields }) => {
      const caller = { scope, signal, ignoreFields, isBare: true }
      return eventsReply(await chat.run(caller, params.agentId, body), framing)
    },
  }),
]
