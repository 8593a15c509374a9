import type { ReactNode } from 'react'
import { formatDuration } from '../text/format-duration.ts'
import './waterfall.css'

export type WaterfallSpan = {
  key: string
  label: ReactNode
  note?: ReactNode
  kind: 'attempt' | 'waiting' | 'speaking' | 'failed'
  startMs: number
  endMs: number
  /** Inside how many others it is. */
  depth?: number
}

type WaterfallProps = {
  spans: readonly WaterfallSpan[]
  wholeMs: number
  /** Makes each label a button. */
  onSelect?(key: string): void
  selected?: string | undefined
}

const share = (ms: number, of: number) => `${(ms / Math.max(1, of)) * 100}%`

/** Where the time went. The numbers are next to the bars, so the bars are not read aloud. */
export const Waterfall = ({ spans, wholeMs, onSelect, selected }: WaterfallProps) => (
  <ol className="waterfall">
    {spans.map(({ key, label, note, kind, startMs, endMs, depth = 0 }) => (
      <li key={key} data-selected={key === selected ? '' : undefined}>
        <span className="waterfall-label" data-depth={Math.min(depth, 3) || undefined}>
          {onSelect ? (
            <button type="button" aria-pressed={key === selected} onClick={() => onSelect(key)}>
              {label}
            </button>
          ) : (
            label
          )}
          {note && <span className="muted small">{note}</span>}
        </span>
        <span className="waterfall-track" aria-hidden>
          <span
            className="waterfall-bar"
            data-kind={kind}
            style={{ left: share(startMs, wholeMs), width: share(Math.max(0, endMs - startMs), wholeMs) }}
          />
        </span>
        <span className="number small waterfall-time">{formatDuration(Math.max(0, endMs - startMs))}</span>
      </li>
    ))}
  </ol>
)
