import type { MediaJob } from '@stoa/sdk'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { Button } from '../../components/actions/button.tsx'
import { useCopy } from '../../components/actions/use-copy.ts'
import { remaining } from '../../components/text/format-duration.ts'

type Transcript = NonNullable<MediaJob['transcript']>

/** What was heard, with the times of its parts where the provider told them. */
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
          {[language, durationSeconds !== null && `${remaining(durationSeconds * 1000)} long`]
            .filter(Boolean)
            .join(', ')}
        </span>
        <Button
          look="quiet"
          icon={isCopied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {segments.length > 1 && (
        <details>
          <summary>{segments.length} parts</summary>
          <ol className="segments-heard">
            {segments.map((segment, at) => (
              <li key={at}>
                <span className="muted small number">{remaining(segment.startSecond * 1000)}</span>
                {segment.text}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
