import type { BrowserSession, BrowserSnapshot } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyButton } from '../../../components/actions/copy-button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { snapshotPath } from '../../../features/browsers/browser-paths.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'

type Format = BrowserSnapshot['format']

const formats = [
  { value: 'a11y', label: 'Accessibility' },
  { value: 'text', label: 'Text' },
  { value: 'html', label: 'HTML' },
]

/** The page as an agent reads it. On demand: to read counts as use of the session. */
export function SnapshotCard({ session: { id, driver, control } }: { session: BrowserSession }) {
  const api = useApiAs()
  const [format, setFormat] = useState<Format>(driver === 'http' ? 'text' : 'a11y')
  const [taken, setTaken] = useState<BrowserSnapshot | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async (requested: Format) => {
    setFormat(requested)
    setBusy(true)
    setFailure(null)
    try {
      const query = { format: requested }
      setTaken((await api.get(snapshotPath, { params: { sessionId: id }, query })) as BrowserSnapshot)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const isHeld = control === 'human'
  return (
    <Card
      title="Snapshot"
      actions={
        <div className="row">
          <SegmentedControl
            label="Format of the snapshot"
            value={format}
            choices={driver === 'http' ? formats.filter(({ value }) => value !== 'a11y') : formats}
            onChange={(value) => (taken ? void take(value as Format) : setFormat(value as Format))}
          />
          <Button isBusy={isBusy} disabled={isHeld} onClick={() => void take(format)}>
            {taken ? 'Read again' : 'Read page'}
          </Button>
        </div>
      }
    >
      {failure !== null ? (
        <ErrorAlert error={failure} />
      ) : taken ? (
        <>
          <div className="row">
            <span className="muted small">
              {taken.url}
              {taken.truncated && ' (truncated)'}
            </span>
            <CopyButton text={taken.content} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the arrow keys. */}
          <pre className="browser-snapshot" tabIndex={0} aria-label="Content of the page" role="document">
            {taken.content || '(empty)'}
          </pre>
        </>
      ) : (
        <p className="muted">
          {isHeld
            ? 'While a human is in control, the page cannot be read.'
            : 'Read the page as an agent does: as an accessibility tree with refs to act on, as text, or as HTML.'}
        </p>
      )}
    </Card>
  )
}
