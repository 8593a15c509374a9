import type { WorkflowExecutionStep } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { parsedJson } from '../../../components/code/parsed-json.ts'
import { Status } from '../../../components/feedback/status.tsx'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { DecisionNote } from '../../../features/decisions/decision-note.tsx'
import { toolRunUrl } from '../../../features/tools/tools-api.ts'
import { href } from '../../../href.ts'
import { fileRoutes } from '../../files/routes.ts'
import { modelRoutes } from '../../models/routes.ts'
import { StepState } from './step-state.tsx'
import './step-details.css'

const callUrl = (id: string) => href(modelRoutes.call, { id })

const sourceNames: Record<WorkflowExecutionStep['source'], string> = {
  live: 'Executed',
  mocked: 'Sample of the output schema',
  fixture: 'Fixture',
  recorded: 'Recorded output',
  unmatched: 'No recorded output: sample',
}

/** Input, output, log and cost of one step. */
export function StepDetails({ step }: { step: WorkflowExecutionStep }) {
  return (
    <div className="step-details">
      {step.maybeRepeated && (
        <Status kind="warn">May have run twice: a server was lost while it was executed.</Status>
      )}
      <DescriptionList facts={factsOf(step)} />
      {step.error && (
        <div className="step-error" role="alert">
          <p>{step.error.message}</p>
          <code>{step.error.code}</code>
        </div>
      )}
      {step.decisions.map((decision, at) => (
        <DecisionNote key={at} decision={decision} />
      ))}
      <StepValue title="Input" value={step.input} />
      {step.outputFileId ? (
        <p>
          The output is larger than 256 KiB:{' '}
          <Link to={href(fileRoutes.detail, { id: step.outputFileId })}>open the file</Link>
        </p>
      ) : (
        <StepValue title="Output" value={parsedJson(step.output)} />
      )}
      {step.logs.length > 0 && (
        <section aria-label="Log">
          <h3>Log</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long log is scrolled with the arrow keys. */}
          <pre className="step-log" tabIndex={0}>
            {step.logs.join('\n')}
          </pre>
        </section>
      )}
    </div>
  )
}

function factsOf(step: WorkflowExecutionStep) {
  return [
    ['Status', <StepState key="state" status={step.status} stoppedBy={step.stoppedBy} />],
    ['Duration', step.durationMs === null ? '–' : formatDuration(step.durationMs)],
    ['Credits', formatAmount(step.credits)],
    ...(step.tokens === null
      ? []
      : [
          [
            'Tokens',
            `${formatAmount(step.tokens.input)} in, ${formatAmount(step.tokens.output)} out`,
          ] as const,
        ]),
    ...(step.attempts > 1 ? [['Attempts', String(step.attempts)] as const] : []),
    ...(step.source === 'live' ? [] : [['Output from', sourceNames[step.source]] as const]),
    ...(step.subflowVersion === null ? [] : [['Version', step.subflowVersion] as const]),
    ...(step.toolLogId === null
      ? []
      : [
          [
            'Tool run',
            <Link key="log" to={toolRunUrl(step.toolLogId)}>
              run …{step.toolLogId.slice(-8)}
            </Link>,
          ] as const,
        ]),
    ...(step.modelCallId === null
      ? []
      : [
          [
            'Model call',
            <Link key="call" to={callUrl(step.modelCallId)}>
              call …{step.modelCallId.slice(-8)}
            </Link>,
          ] as const,
        ]),
  ] as const
}

const StepValue = ({ title, value }: { title: string; value: unknown }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {value === null || value === undefined ? (
      <p className="muted">None</p>
    ) : (
      <JsonTree value={value} label={title} />
    )}
  </section>
)
