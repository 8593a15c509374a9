import type { WorkflowExecutionDetail } from '@stoa/sdk'
import Repeat from 'lucide-react/icons/repeat'
import { useState } from 'react'
import { Waterfall } from '../../../components/charts/waterfall.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import { nodeKinds } from '../canvas/node-kinds.ts'
import type { NodeType } from '../graph/types.ts'
import { StepDetails } from '../run/step-details.tsx'
import { spansOf } from './step-spans.ts'

const typeLabel = (type: string): string => (type in nodeKinds ? nodeKinds[type as NodeType].label : type)

/** The steps as a waterfall; the selected one with everything it got and gave. */
export function Steps({ execution }: { execution: WorkflowExecutionDetail }) {
  const failed = execution.steps.find(({ status }) => status === 'failed' || status === 'paused')
  const [chosen, setChosen] = useState<string>()
  const { spans, wholeMs } = spansOf(execution, Date.now())
  const selected = chosen ?? failed?.step
  const step = execution.steps.find((each) => each.step === selected)
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
              note: (
                <>
                  {each.step === each.nodeId ? typeLabel(each.type) : each.step}
                  {each.attempts > 1 && `, ${pluralize(each.attempts, 'attempt')}`}
                  {each.maybeRepeated && (
                    <span className="step-repeated">
                      <Repeat size={11} aria-hidden /> may have run twice
                    </span>
                  )}
                </>
              ),
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
