import type { ReactNode } from 'react'
import { formatDuration } from '../text/format-duration.ts'
import { ticksFor } from './chart-scale.ts'
import './waterfall.css'

/** The kind of work of a bar, in the colours of the canvas. */
export type WaterfallTone = 'model' | 'tool' | 'code' | 'human' | 'flow'

export type WaterfallSpan = {
  key: string
  label: ReactNode
  note?: ReactNode
  /** Before the label. */
  icon?: ReactNode
  kind: 'attempt' | 'waiting' | 'speaking' | 'failed'
  tone?: WaterfallTone | undefined
  startMs: number
  endMs: number
  /** Inside how many others it is. */
  depth?: number
}

type WaterfallProps = {
  spans: readonly WaterfallSpan[]
  wholeMs: number
  /** Makes each row a button. */
  onSelect?(key: string): void
  selected?: string | undefined
}

const share = (ms: number, of: number) => `${(ms / Math.max(1, of)) * 100}%`

/** Where the time went. The numbers are next to the bars, so neither the bars nor their scale are read aloud. */
export function Waterfall({ spans, wholeMs, onSelect, selected }: WaterfallProps) {
  // The text of one at the very end would not fit.
  const ticks = ticksFor(wholeMs).filter((ms) => ms <= wholeMs * 0.9)
  return (
    <div className="waterfall-frame">
      <div className="waterfall-scale" aria-hidden>
        {ticks.map((ms) => (
          <span key={ms} className="number" style={{ left: share(ms, wholeMs) }}>
            {formatDuration(ms)}
          </span>
        ))}
      </div>
      <ol className="waterfall" data-selects={onSelect ? '' : undefined}>
        {spans.map((span) => (
          <li key={span.key} data-selected={span.key === selected ? '' : undefined}>
            <SpanLabel span={span} onSelect={onSelect} isSelected={span.key === selected} />
            <span className="waterfall-track" aria-hidden>
              {ticks.map((ms) => (
                <i key={ms} style={{ left: share(ms, wholeMs) }} />
              ))}
              <span
                className="waterfall-bar"
                data-kind={span.kind}
                data-tone={span.tone}
                style={{
                  left: share(span.startMs, wholeMs),
                  width: share(Math.max(0, span.endMs - span.startMs), wholeMs),
                }}
              />
            </span>
            <span className="number small waterfall-time">
              {formatDuration(Math.max(0, span.endMs - span.startMs))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type SpanLabelProps = { span: WaterfallSpan; onSelect: WaterfallProps['onSelect']; isSelected: boolean }

const SpanLabel = ({
  span: { key, label, note, icon, tone, depth = 0 },
  onSelect,
  isSelected,
}: SpanLabelProps) => (
  <span className="waterfall-label" data-depth={Math.min(depth, 3) || undefined}>
    {icon && (
      <span className="waterfall-icon" data-tone={tone}>
        {icon}
      </span>
    )}
    <span className="waterfall-text">
      {onSelect ? (
        <button type="button" aria-pressed={isSelected} onClick={() => onSelect(key)}>
          {label}
        </button>
      ) : (
        label
      )}
      {note && <span className="muted small">{note}</span>}
    </span>
  </span>
)
