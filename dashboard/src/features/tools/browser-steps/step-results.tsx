import type { BrowserSteps } from '@stoa/sdk'
import { Status } from '../../../components/feedback/status.tsx'
import { BreakableText } from '../../../components/text/breakable-text.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { describeStep } from './describe-step.ts'
import './step-list.css'

export type StepResult = {
  type: string
  status: 'succeeded' | 'failed'
  durationMs?: number
  url?: string
  title?: string
  error?: string
}

/** Results of a run of recorded steps; null for what is none. */
export function stepResultsIn(data: unknown): readonly StepResult[] | null {
  const results = (data as { results?: unknown } | null)?.results
  return Array.isArray(results) ? (results as StepResult[]) : null
}

type ResultsProps = { steps: BrowserSteps['steps']; results: readonly StepResult[] }

/** What came of each step of a run; those after the one that failed were not done. */
export const StepResults = ({ steps, results }: ResultsProps) => (
  <ol className="recorded-steps" aria-label="Results of the steps">
    {steps.map((step, index) => (
      <ResultRow key={index} number={index + 1} words={describeStep(step)} result={results[index]} />
    ))}
  </ol>
)

type RowProps = { number: number; words: string; result: StepResult | undefined }

const ResultRow = ({ number, words, result }: RowProps) => (
  <li className="recorded-step">
    <span className="recorded-step-number muted number">{number}</span>
    <p className="recorded-step-words">
      <BreakableText text={words} />
      {result?.title && <span className="muted small"> {result.title}</span>}
    </p>
    {result === undefined ? (
      <Status kind="off">Not run</Status>
    ) : result.status === 'failed' ? (
      <Status kind="bad">Failed</Status>
    ) : (
      <Status kind="good">{formatDuration(result.durationMs ?? 0)}</Status>
    )}
    {result?.error && <p className="recorded-step-error mono small">{result.error}</p>}
  </li>
)
