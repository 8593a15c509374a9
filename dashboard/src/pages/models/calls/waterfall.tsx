import type { LlmCall } from '@stoa/sdk'
import { Waterfall } from '../../../components/charts/waterfall.tsx'
import { spansOf, wholeMs } from './spans.ts'

/** Where the time of a call went. */
export function CallWaterfall({ call }: { call: LlmCall }) {
  const spans = spansOf(call)
  if (spans.length === 0) {
    return (
      <p className="muted">{call.status === 'running' ? 'No attempts yet.' : 'No attempts were made.'}</p>
    )
  }
  return (
    <Waterfall
      wholeMs={wholeMs(call)}
      spans={spans.map(({ label, ...span }, at) => ({
        ...span,
        key: String(at),
        label: (
          <span className={span.kind === 'attempt' || span.kind === 'failed' ? 'mono small' : ''}>
            {label}
          </span>
        ),
      }))}
    />
  )
}
