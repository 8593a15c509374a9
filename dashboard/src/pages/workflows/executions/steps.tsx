import type { WorkflowExecutionDetail, WorkflowExecutionStep } from '@stoa/sdk'
import Repeat from 'lucide-react/icons/repeat'
import { useState } from 'react'
import { Waterfall } from '../../../components/charts/waterfall.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { nodeKinds } from '../canvas/node-kinds.ts'
import type { NodeType } from '../graph/types.ts'
import { StepDetails } from '../run/step-details.tsx'
import { spansOf } from './step-spans.ts'

const agentLabels: Readonly<Record<string, string>> = {
  model: 'Model call',
  tool: 'Tool call',
  compact: 'Summary of earlier messages',
  approval: 'Waits for an approval',
  connection: 'Waits for a connected account',
}

const typeLabel = (type: string): string =>
  type in nodeKinds ? nodeKinds[type as NodeType].label : (agentLabels[type] ?? type)

/** How many agents are around the one of the step. */
const depthOf = ({ step }: Pick<WorkflowExecutionStep, 'step'>): number => step.split('/').length - 1

/** The steps as a waterfall; the selected one with everything it got and gave. */
export function Steps({ execution }: { execution: WorkflowExecutionDetail }) {
  const failed = execution.steps.find(({ status }) => status === 'failed' || status === 'paused')
  const [chosen, setChosen] = useState<string>()
  const { spans, wholeMs } = spansOf(execution, Date.now())
  const selected = chosen ?? failed?.step
  const step = execution.steps.find((each) => each.step === selected)
  const isAgent = execution.workflowType === 'agent'
  return (
    <>
      <Card title={`Steps (${execution.stepCount})`}>
        {spans.length === 0 ? (
          <p className="muted">No step has ended yet.</p>
        ) : (
          <Waterfall
            wholeMs={wholeMs}
            selected={selected}
            onSelect={setChosen}
            spans={spans.map(({ step: each, ...span }) => ({
              ...span,
              label: each.name,
              ...(isAgent ? { depth: depthOf(each) } : {}),
              note: <StepNote step={each} isAgent={isAgent} />,
            }))}
          />
        )}
        {execution.stepCount > spans.length && (
          <p className="muted small">The first {spans.length} steps are shown.</p>
        )}
      </Card>
      {step && (
        <Card title={step.name}>
          <StepDetails step={step} />
        </Card>
      )}
    </>
  )
}

/** What kind of step it is, what it used, and whether it ran more than once. */
const StepNote = ({ step, isAgent }: { step: WorkflowExecutionStep; isAgent: boolean }) => (
  <>
    {isAgent || step.step === step.nodeId ? typeLabel(step.type) : step.step}
    {step.tokens && `, ${formatAmount(step.tokens.input + step.tokens.output)} tokens`}
    {isAgent && step.credits > 0 && `, ${formatAmount(step.credits)} credits`}
    {step.attempts > 1 && `, ${pluralize(step.attempts, 'attempt')}`}
    {step.maybeRepeated && (
      <span className="step-repeated">
        <Repeat size={11} aria-hidden /> may have run twice
      </span>
    )}
  </>
)
