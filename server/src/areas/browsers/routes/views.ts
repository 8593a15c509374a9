import { endpoint, raw, relayedSocket, socket } from '../../../kernel/http/endpoint.ts'
import { CdpMessage, ConnectQuery, UserInput, ViewMessage, ViewQuery } from '../schema/live-view.ts'
import { SessionParams } from '../schema/session.ts'
import type { Views } from '../service/views.ts'
import { sessionParams as params } from './examples.ts'

const base = '/api/v1/browser/sessions/{sessionId}'
const errors = [
  'browser_token_invalid',
  'browser_session_not_found',
  'browser_session_gone',
  'control_held',
  'invalid_state',
  'concurrency_limited',
] as const
const anyone = { area: 'Browser', access: 'public' } as const
const htmlType = 'text/html; charset=utf-8'

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** The page knows nothing but its own URL: what it shows comes by the WebSocket beside it. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Live browser</title>
<link rel="icon" href="/pages/favicon.svg">
<link rel="stylesheet" href="/pages/browser-view.css">
<script type="module" src="/pages/browser-view.js"></script>
</head>
<body>
<header>
<button id="back" aria-label="Back" disabled>←</button>
<button id="forward" aria-label="Forward" disabled>→</button>
<button id="reload" aria-label="Reload" disabled>↻</button>
<input id="url" aria-label="URL" readonly>
<span id="status" role="status">Connecting…</span>
</header>
<main><canvas id="screen" tabindex="0" aria-label="The page of the session"></canvas></main>
</body>
</html>
`

// A mouse that is moved sends sixty messages a second.
const viewLimits = { messagesPerMinute: 6_000, bufferedBytes: 8 * 1024 * 1024 }
const connectLimits = {
  messageBytes: 48 * 1024 * 1024,
  messagesPerMinute: 60_000,
  bufferedBytes: 64 * 1024 * 1024,
}

export const viewRoutes = (views: Views) => [
  endpoint({
    method: 'GET',
    path: `${base}/view`,
    ...anyone,
    summary: 'Open the live view of a browser session',
    description:
      'A page for browsers. Its URL is `liveViewUrl` of the session, or of a handoff to control it.',
    params: SessionParams,
    query: ViewQuery,
    response: raw(htmlType),
    errors,
    example: { params, query: { state: 'the-token-of-the-url' } },
    handle: async ({ params: { sessionId }, query: { state } }) => {
      await views.open(sessionId, state)
      return { body: page, contentType: htmlType, headers }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${base}/stream`,
    ...anyone,
    summary: 'Stream the live view of a browser session',
    description:
      'Sends JPEG images as binary messages when the page changes, and its state as JSON. With the token of a handoff it takes input of mouse and keyboard.',
    params: SessionParams,
    query: ViewQuery,
    response: socket(ViewMessage, { receives: UserInput, ...viewLimits }),
    errors,
    example: { params, query: { state: 'the-token-of-the-url' } },
    handle: ({ params: { sessionId }, query: { state } }) => views.view(sessionId, state),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/connect`,
    ...anyone,
    summary: 'Connect Playwright or Puppeteer to a browser session',
    description:
      'The Chrome DevTools Protocol: `chromium.connectOverCDP(connectUrl)`. Methods that would leave the session, such as those for files of the server, are refused.',
    params: SessionParams,
    query: ConnectQuery,
    response: relayedSocket(CdpMessage, { receives: CdpMessage, ...connectLimits }),
    errors: [...errors, 'unsupported_by_driver'],
    example: { params, query: { token: 'the-token-of-the-url' } },
    handle: ({ params: { sessionId }, query: { token } }) => views.connect(sessionId, token),
  }),
]
