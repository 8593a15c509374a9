import type { MediaJob } from '@stoa/sdk'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { Button } from '../../components/actions/button.tsx'
import { useCopy } from '../../components/actions/use-copy.ts'
import { formatRemaining } from '../../components/text/format-duration.ts'

type Transcript = NonNullable<MediaJob['transcript']>

/** The transcript, with the times of its segments where the provider returned them. */
export function TranscriptView({ transcript }: { transcript: Transcript }) {
  const { text, language, durationSeconds, segments } = transcript
  const { isCopied, copy } = useCopy(text)
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the arrow keys. */}
      <section className="payload-text" tabIndex={0} aria-label="Transcript">
        {text === '' ? <span className="muted">No speech detected.</span> : text}
      </section>
      <div className="row">
        <span className="muted small">
          {[language, durationSeconds !== null && `${formatRemaining(durationSeconds * 1000)} long`]
            .filter(Boolean)
            .join(', ')}
        </span>
        <Button
          variant="ghost"
          icon={isCopied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {segments.length > 1 && (
        <details>
          <summary>{segments.length} parts</summary>
          <ol className="transcript-segments">
            {segments.map((segment, at) => (
              <li key={at}>
                <span className="muted small number">{formatRemaining(segment.startSecond * 1000)}</span>
                {segment.text}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
