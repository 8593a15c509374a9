import type { SandboxExecutionResult } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { addresses } from '../../../addresses.ts'
import { amount } from '../../../parts/amounts.ts'
import { JsonCode } from '../../../parts/code.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { JsonTree } from '../../../parts/json-tree.tsx'
import { duration } from '../../../parts/remaining.ts'
import { Segments } from '../../../parts/segments.tsx'
import { Status } from '../../../parts/status.tsx'
import { ExecutionState } from '../executions/execution-state.tsx'
import type { OutputPart } from './output.ts'
import type { Run } from './use-run.ts'
import './console.css'

/** What comes of a script: what it prints as it prints it, then its value or what went wrong. */
export function Console({ run }: { run: Run | null }) {
  if (!run) {
    return (
      <p className="console-empty muted">
        Run the script: what it prints shows here as it prints it, and its result below.
      </p>
    )
  }
  const { phase, result, failure, output, totalMs } = run
  return (
    <div className="console">
      <p className="console-state" role="status">
        {phase === 'running' && <Status kind="warn">Running</Status>}
        {phase === 'stopping' && <Status kind="off">Told to stop</Status>}
        {phase === 'refused' && <Status kind="bad">Not run to its end</Status>}
        {result && <ExecutionState execution={result} />}
        {result && totalMs !== null && <Timing result={result} totalMs={totalMs} />}
      </p>
      {failure !== null && <Failure error={failure} />}
      <OutputView parts={output} isFollowed={result === null && failure === null} />
      {result && <Ending result={result} />}
    </div>
  )
}

const Timing = ({ result, totalMs }: { result: SandboxExecutionResult; totalMs: number }) => (
  <span className="console-timing muted number">
    <span>{duration(result.durationMs)} running</span>
    <span>{duration(Math.max(0, totalMs - result.durationMs))} waiting</span>
    <span>{amount(result.creditsUsed)} credits</span>
    <Link to={addresses.execution.replace('{id}', result.id)}>Record</Link>
  </span>
)

type OutputViewProps = { parts: readonly OutputPart[]; isFollowed?: boolean }

/** Both streams in their order. What went to stderr has a line beside it and says so: colour alone would not tell. */
export function OutputView({ parts, isFollowed = false }: OutputViewProps) {
  const end = useRef<HTMLPreElement>(null)
  const chars = parts.reduce((sum, { text }) => sum + text.length, 0)
  useEffect(() => {
    if (isFollowed && chars > 0 && end.current) end.current.scrollTop = end.current.scrollHeight
  }, [isFollowed, chars])
  if (parts.length === 0)
    return isFollowed ? null : <p className="muted small console-quiet">Nothing was printed.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long output is scrolled with the arrow keys.
    <pre ref={end} className="console-output" tabIndex={0} role="log" aria-label="What it printed">
      {parts.map(({ stream, text }, at) => (
        <span key={at} className="console-part" data-stream={stream}>
          {stream === 'stderr' && <span className="console-stream">stderr</span>}
          {text}
        </span>
      ))}
    </pre>
  )
}

type Kept = Pick<
  SandboxExecutionResult,
  'result' | 'error' | 'errorCode' | 'trace' | 'truncated' | 'stateLost'
>

/** The value, or the fault with where it happened. */
export function Ending({ result }: { result: Kept }) {
  const { value, error, trace, truncated, stateLost } = { ...result, value: result.result }
  return (
    <>
      {(truncated.stdout || truncated.stderr) && (
        <p className="console-note">
          <Status kind="warn">It printed more: of each stream the last 64 KB are kept</Status>
        </p>
      )}
      {stateLost && (
        <p className="console-note">
          <Status kind="warn">The session went back to its last save: what was made since is gone</Status>
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
        <Segments label="Show the result as" value={view} choices={views} onChange={setView} />
      </header>
      {view === 'tree' ? <JsonTree value={value} label="Result as a tree" /> : <JsonCode value={value} />}
    </section>
  )
}
