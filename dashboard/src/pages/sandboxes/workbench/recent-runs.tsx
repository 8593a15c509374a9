import { Link } from '@tanstack/react-router'
import { addresses } from '../../../addresses.ts'
import { Ago } from '../../../parts/ago.tsx'
import { Button } from '../../../parts/button.tsx'
import { duration } from '../../../parts/remaining.ts'
import { ExecutionState } from '../executions/execution-state.tsx'
import { firstLineOf } from '../first-line.ts'
import { languageNames } from '../languages.ts'
import type { PastRun } from './kept-draft.ts'
import type { RunRequest } from './run-request.ts'

type RecentRunsProps = { runs: readonly PastRun[]; onTake(request: RunRequest): void }

/** What was run here in this tab: back into the editor with one press. */
export const RecentRuns = ({ runs, onTake }: RecentRunsProps) =>
  runs.length > 0 && (
    <section className="bench-runs" aria-label="Recent runs">
      <h3>Recent runs in this tab</h3>
      <ol>
        {runs.map(({ request, result, at }) => (
          <li key={result.id}>
            <ExecutionState execution={result} />
            <span className="mono small muted truncate">{firstLineOf(request.body.source)}</span>
            <span className="muted small number bench-run-facts">
              {languageNames[request.body.language]}, {duration(result.durationMs)}, <Ago at={at} />
            </span>
            <span className="row">
              <Button look="quiet" onClick={() => onTake(request)}>
                Reuse
              </Button>
              <Link to={addresses.execution.replace('{id}', result.id)}>View log</Link>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
