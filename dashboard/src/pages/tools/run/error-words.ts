import type { ToolExecution } from '@stoa/sdk'

export type ErrorCode = NonNullable<ToolExecution['errorCode']>

/** Each way in which a tool fails: what to call it, and what to do next. */
export const errorWords: Record<ErrorCode, { name: string; next: string }> = {
  arguments_invalid: { name: 'Arguments refused', next: 'Compare them with what the tool takes.' },
  auth_expired: { name: 'Account not accepted', next: 'Reconnect the account, then run it again.' },
  insufficient_scope: {
    name: 'Scope missing',
    next: 'Ask for more scopes in the auth config and reconnect the account.',
  },
  rate_limited: { name: 'Rate limited', next: 'The service wants fewer calls: wait before the next one.' },
  not_found: { name: 'Not found', next: 'The service has nothing by that id: check the arguments.' },
  timeout: { name: 'Took too long', next: 'Try a smaller request.' },
  upstream_4xx: { name: 'Service refused', next: 'The answer of the service says what it did not like.' },
  upstream_5xx: { name: 'Service broke', next: 'It is on their side: try again later.' },
  upstream_unreachable: { name: 'Service unreachable', next: 'Check the base address and try again.' },
  host_not_allowed: { name: 'Host not allowed', next: 'Add the host to the tool, if it may be called.' },
  script_error: { name: 'Script failed', next: 'Edit the tool: its error says where.' },
  output_invalid: { name: 'Result does not fit', next: 'Compare the result with the output schema.' },
  output_too_large: { name: 'Result too large', next: 'Ask for less at once.' },
  cancelled: { name: 'Cancelled', next: 'Run it again when you want it.' },
  interrupted: {
    name: 'Interrupted',
    next: 'The server stopped meanwhile. Look at the service before you repeat it.',
  },
  refused: { name: 'Refused', next: 'The message says why.' },
  internal: { name: 'Broke inside', next: 'The log of the server says more.' },
}
