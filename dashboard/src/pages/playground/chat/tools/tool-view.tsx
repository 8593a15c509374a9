import { Link } from '@tanstack/react-router'
import { Button } from '../../../../components/actions/button.tsx'
import { CodeBlock } from '../../../../components/code/code-block.tsx'
import { prettyJson } from '../../../../components/code/pretty-json.ts'
import { Status } from '../../../../components/feedback/status.tsx'
import { AreaField } from '../../../../components/form/field.tsx'
import { formatDuration } from '../../../../components/text/format-duration.ts'
import { toolRunUrl } from '../../../../features/tools/tools-api.ts'
import { toolRoutes } from '../../../tools/routes.ts'
import type { Approval, RequestedTool, ToolRun } from '../draft.ts'

type ToolViewProps = { tool: RequestedTool; isOpen: boolean; onResult(result: string): void; onRun(): void }

/** One tool call with its input and output. The output is typed where no tool of the project was run. */
export const ToolView = ({ tool, isOpen, onResult, onRun }: ToolViewProps) => (
  <details className="step-fold" open={isOpen || tool.run?.phase === 'failed'}>
    <summary>
      Tool call <code>{tool.name}</code> {tool.run && <RunState run={tool.run} />}
    </summary>
    <div className="stack">
      <CodeBlock snippets={[{ label: 'Arguments', text: prettyJson(tool.arguments) ?? tool.arguments }]} />
      {isOpen ? (
        <AreaField
          label={`Result of ${tool.name}`}
          name={`result-${tool.name}`}
          isMono
          rows={2}
          value={tool.result}
          onChange={onResult}
          placeholder='{ "degrees": 21 }'
        />
      ) : (
        tool.result !== '' && <CodeBlock snippets={[{ label: 'Result', text: tool.result }]} />
      )}
      {isOpen && tool.run?.phase === 'pending' && (
        <div className="row">
          <Button onClick={onRun}>Run tool</Button>
          <span className="muted small">{reasons[tool.run.approval ?? 'unknown']}</span>
        </div>
      )}
      {tool.run?.phase === 'stopped' && (
        <p className="muted small">
          It was started, and may have run: <Link to={toolRoutes.runs}>tool runs</Link>.
        </p>
      )}
      {tool.run?.logId && (
        <p className="small">
          <Link to={toolRunUrl(tool.run.logId)}>View tool run</Link>
        </p>
      )}
    </div>
  </details>
)

const reasons: Record<Approval, string> = {
  destructive: 'It is destructive, so it runs only when you approve it.',
  unknown: 'It may change data, so it runs only when you approve it.',
}

const states = {
  pending: { kind: 'warn', label: 'Needs approval' },
  running: { kind: 'warn', label: 'Running' },
  succeeded: { kind: 'good', label: 'Succeeded' },
  failed: { kind: 'bad', label: 'Failed' },
  stopped: { kind: 'off', label: 'Stopped' },
} as const

const RunState = ({ run: { phase, durationMs } }: { run: ToolRun }) => (
  <Status kind={states[phase].kind}>
    {states[phase].label}
    {durationMs === null ? '' : ` in ${formatDuration(durationMs)}`}
  </Status>
)
