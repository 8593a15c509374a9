import { Link } from '@tanstack/react-router'
import { Button } from '../../../components/actions/button.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { ExecutionState } from '../../../features/sandboxes/execution-state.tsx'
import { languageNames } from '../../../features/sandboxes/languages.ts'
import type { RunRequest } from '../../../features/sandboxes/workbench/run-request.ts'
import { href } from '../../../href.ts'
import { firstLineOf } from '../first-line.ts'
import { sandboxRoutes } from '../routes.ts'
import type { PastRun } from './saved-draft.ts'

type RecentRunsProps = { runs: readonly PastRun[]; onTake(request: RunRequest): void }

/** What was run here in this tab: back into the editor with one press. */
export const RecentRuns = ({ runs, onTake }: RecentRunsProps) =>
  runs.length > 0 && (
    <section className="workbench-runs" aria-label="Recent runs">
      <h3>Recent runs in this tab</h3>
      <ol>
        {runs.map(({ request, result, at }) => (
          <li key={result.id}>
            <ExecutionState execution={result} />
            <span className="mono small muted truncate">{firstLineOf(request.body.source)}</span>
            <span className="muted small number workbench-run-stats">
              {languageNames[request.body.language]}, {formatDuration(result.durationMs)}, <TimeAgo at={at} />
            </span>
            <span className="row">
              <Button variant="ghost" onClick={() => onTake(request)}>
                Reuse
              </Button>
              <Link to={href(sandboxRoutes.execution, { id: result.id })}>View log</Link>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
