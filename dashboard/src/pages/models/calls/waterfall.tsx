import type { LlmCall } from '@stoa/sdk'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { spansOf, wholeMs } from './spans.ts'

const share = (ms: number, of: number) => `${(ms / of) * 100}%`

/** Where the time went. The figures are beside the bars, so those are not read aloud. */
export function Waterfall({ call }: { call: LlmCall }) {
  const spans = spansOf(call)
  const whole = wholeMs(call)
  if (spans.length === 0) {
    return (
      <p className="muted">{call.status === 'running' ? 'No attempts yet.' : 'No attempts were made.'}</p>
    )
  }
  return (
    <ol className="waterfall">
      {spans.map(({ label, note, kind, startMs, endMs }, at) => (
        <li key={at}>
          <span className="waterfall-label">
            <span className={kind === 'attempt' || kind === 'failed' ? 'mono small' : ''}>{label}</span>
            {note && <span className="muted small">{note}</span>}
          </span>
          <span className="waterfall-track" aria-hidden>
            <span
              className="waterfall-bar"
              data-kind={kind}
              style={{ left: share(startMs, whole), width: share(Math.max(0, endMs - startMs), whole) }}
            />
          </span>
          <span className="number small waterfall-time">{formatDuration(Math.max(0, endMs - startMs))}</span>
        </li>
      ))}
    </ol>
  )
}
