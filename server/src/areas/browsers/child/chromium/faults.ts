import { clip, Fault } from '../driver.ts'
import { withoutRecorder } from './target-recorder.ts'

/** Colours of terminals in messages of Playwright. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const colours = /\u001b\[\d+m/g

const networkCodes: Readonly<Record<string, string>> = {
  ERR_TUNNEL_CONNECTION_FAILED: 'the host cannot be reached',
  ERR_PROXY_CONNECTION_FAILED: 'the host cannot be reached',
  ERR_EMPTY_RESPONSE: 'the host cannot be reached, or sent no response',
  ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH: 'the server broke off the connection',
  ERR_CONNECTION_RESET: 'the server broke off the connection',
  ERR_INVALID_URL: 'the URL is not valid',
  ERR_ABORTED: 'the navigation was cancelled, for instance because it became a download',
  ERR_TOO_MANY_REDIRECTS: 'the server redirects too often',
}

type Refused = readonly { host: string; reason: string; by: 'guard' | 'proxy' }[]

/** What Playwright says, as one sentence for the caller of the API. */
export function toFault(
  error: unknown,
  action: { type: string; timeoutMs: number; url?: unknown },
  refused: Refused,
): Fault {
  if (error instanceof Fault) return error
  const { type, timeoutMs } = action
  const refusal = type === 'goto' ? refusalOf(action.url, refused) : null
  if (refusal) return refusal
  const { name, message } = error as Error
  const text = withoutRecorder(message.replace(colours, ''))
  const first = text.split('\n')[0]!.replace(/^[\w.]+: /, '')
  if (name === 'TimeoutError' || /Timeout \d+ms exceeded/.test(first)) {
    const waiting = /waiting for (.*)/.exec(text)?.[1]
    return new Fault(
      'action_timeout',
      `${type} did not complete within ${timeoutMs} ms${waiting ? `: waiting for ${clip(waiting, 300)}` : ''}`,
      'Take a new snapshot, check the target, or allow more time with timeoutMs.',
    )
  }
  if (/Target .*closed|has been closed|Target crashed|Page crashed/.test(first))
    return new Fault('action_failed', 'The page was closed', 'Open another URL with goto.')
  const code = /net::(ERR_\w+)/.exec(first)?.[1]
  if (code) {
    const hint = refused.length > 0 ? `Refused meanwhile: ${refused.at(-1)!.reason}` : undefined
    return new Fault('action_failed', `The page did not load: ${networkCodes[code] ?? code}`, hint)
  }
  return new Fault('action_failed', clip(first, 500))
}

/** A page that did not load because its own host was refused says so, instead of what the browser makes of it. */
function refusalOf(url: unknown, refused: Refused): Fault | null {
  const { hostname, host } = URL.canParse(String(url)) ? new URL(String(url)) : { hostname: '', host: '' }
  // A tunnel names its port in any case.
  const own = refused.find((each) => [host, `${hostname}:80`, `${hostname}:443`].includes(each.host))
  return own ? new Fault(own.by === 'guard' ? 'address_not_allowed' : 'action_failed', own.reason) : null
}
