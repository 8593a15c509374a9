import type { ToolExecution } from '@stoa/sdk'

export type ErrorCode = NonNullable<ToolExecution['errorCode']>

/** Each way in which a tool fails: what to call it, and what to do next. */
export const errorLabels: Record<ErrorCode, { name: string; next: string }> = {
  arguments_invalid: { name: 'Invalid arguments', next: 'Compare them with the input schema.' },
  auth_expired: { name: 'Authentication failed', next: 'Reconnect the account, then run it again.' },
  insufficient_scope: {
    name: 'Missing scope',
    next: 'Add the scope to the auth config and reconnect the account.',
  },
  rate_limited: { name: 'Rate limited', next: 'Wait before the next call.' },
  not_found: { name: 'Not found', next: 'The service found no such resource. Check the arguments.' },
  timeout: { name: 'Timed out', next: 'Try a smaller request.' },
  upstream_4xx: { name: 'Rejected by the service', next: 'See the response of the service.' },
  upstream_5xx: { name: 'Upstream error', next: 'The service failed. Try again later.' },
  upstream_unreachable: { name: 'Service unreachable', next: 'Check the base URL and try again.' },
  host_not_allowed: { name: 'Host not allowed', next: 'Add the host to the allowed hosts of the tool.' },
  script_error: { name: 'Script failed', next: 'Edit the tool; see the error for details.' },
  output_invalid: { name: 'Output schema mismatch', next: 'Compare the result with the output schema.' },
  output_too_large: { name: 'Result too large', next: 'Request less data.' },
  cancelled: { name: 'Cancelled', next: 'Run it again if needed.' },
  interrupted: {
    name: 'Interrupted',
    next: 'The server was stopped during the run. Check the service before you retry.',
  },
  refused: { name: 'Rejected', next: 'See the message.' },
  internal: { name: 'Internal error', next: 'See the server log.' },
}
