import type { SandboxExecutionResult } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { useCopy } from '../../../components/actions/use-copy.ts'
import { JsonBlock } from '../../../components/code/code-block.tsx'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { createTicker } from '../../../components/text/ticker.ts'
import { href } from '../../../href.ts'
import { sandboxRoutes } from '../../../pages/sandboxes/routes.ts'
import { ExecutionState } from '../execution-state.tsx'
import type { OutputPart } from './output.ts'
import type { Run } from './use-run.ts'
import './console.css'

/** What comes of a script: what it prints as it prints it, then its value or what went wrong. */
export function Console({ run }: { run: Run | null }) {
  if (!run) {
    return <p className="console-empty muted">Run the script to see its output and result here.</p>
  }
  const { phase, result, failure, output, totalMs } = run
  return (
    <div className="console">
      <div className="console-state">
        <span role="status">
          {phase === 'running' && <Status kind="warn">Running</Status>}
          {phase === 'stopping' && <Status kind="off">Stopping</Status>}
          {phase === 'refused' && <Status kind="bad">Did not finish</Status>}
          {result && <ExecutionState execution={result} />}
        </span>
        {totalMs === null && <Elapsed since={run.startedAt} />}
        {result && totalMs !== null && <Timing result={result} totalMs={totalMs} />}
      </div>
      {failure !== null && <ErrorAlert error={failure} />}
      <OutputView parts={output} isFollowed={result === null && failure === null} />
      {result && <ExecutionResult result={result} />}
    </div>
  )
}

/** Where the time went: in the script, before it began, and between this browser and the server. */
const Timing = ({ result, totalMs }: { result: SandboxExecutionResult; totalMs: number }) => {
  const { id, durationMs, queuedMs, creditsUsed } = result
  return (
    <span className="console-timing muted number">
      <span>{formatDuration(durationMs)} running</span>
      <span>{formatDuration(queuedMs)} queued</span>
      <span>{formatDuration(Math.max(0, totalMs - durationMs - queuedMs))} network</span>
      <span>{formatAmount(creditsUsed)} credits</span>
      <Link to={href(sandboxRoutes.execution, { id })}>View log</Link>
    </span>
  )
}

const tenths = createTicker(100)

/** Seen, not read aloud: it changes all the time. */
function Elapsed({ since }: { since: number }) {
  useSyncExternalStore(tenths.subscribe, tenths.current)
  const seconds = (performance.now() - since) / 1000
  return (
    <span className="muted small number" aria-hidden>
      {seconds.toFixed(1)} s
    </span>
  )
}

type OutputViewProps = { parts: readonly OutputPart[]; isFollowed?: boolean }

// Scrolled up by more than this, the view no longer follows the output.
const nearEndPx = 24

/** Both streams in their order. stderr has a border and a label: colour alone is not enough. */
export function OutputView({ parts, isFollowed = false }: OutputViewProps) {
  const output = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  const text = parts.map((part) => part.text).join('')
  useEffect(() => {
    const element = output.current
    if (isFollowed && isAtEnd.current && element) element.scrollTop = element.scrollHeight
  }, [isFollowed, text.length])
  if (parts.length === 0) return isFollowed ? null : <p className="muted small console-quiet">No output.</p>
  return (
    <div className="console-printed">
      <pre
        ref={output}
        className="console-output"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long output is scrolled with the arrow keys.
        tabIndex={0}
        role="log"
        aria-label="Output"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx
        }}
      >
        {parts.map(({ stream, text: printed }, at) => (
          <span key={at} className="console-part" data-stream={stream}>
            {stream === 'stderr' && <span className="console-stream">stderr</span>}
            {printed}
          </span>
        ))}
      </pre>
      {!isFollowed && <CopyOutput text={text} />}
    </div>
  )
}

function CopyOutput({ text }: { text: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <IconButton
      label={isCopied ? 'Copied' : 'Copy output'}
      icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={copy}
    />
  )
}

type StoredResult = Pick<
  SandboxExecutionResult,
  'result' | 'error' | 'errorCode' | 'trace' | 'truncated' | 'stateLost'
>

/** The value, or the fault with where it happened. */
export function ExecutionResult({ result }: { result: StoredResult }) {
  const { value, error, trace, truncated, stateLost } = { ...result, value: result.result }
  return (
    <>
      {(truncated.stdout || truncated.stderr) && (
        <p className="console-note">
          <Status kind="warn">Output truncated: only the last 64 KB of each stream are stored</Status>
        </p>
      )}
      {stateLost && (
        <p className="console-note">
          <Status kind="warn">The session was restored to its last save: later changes are lost</Status>
        </p>
      )}
      {error !== null && (
        <div className="console-error">
          <p className="mono">{error}</p>
          {trace !== null && trace.trim() !== '' && trace !== error && <pre>{trace}</pre>}
        </div>
      )}
      {value !== null && <ResultView value={value} />}
    </>
  )
}

const views = [
  { value: 'tree', label: 'Tree' },
  { value: 'json', label: 'JSON' },
]

export function ResultView({ value }: { value: unknown }) {
  const [view, setView] = useState('tree')
  return (
    <section className="console-result" aria-label="Result">
      <header className="row">
        <h3>Result</h3>
        <SegmentedControl label="Result format" value={view} choices={views} onChange={setView} />
      </header>
      {view === 'tree' ? <JsonTree value={value} label="Result as a tree" /> : <JsonBlock value={value} />}
    </section>
  )
}
