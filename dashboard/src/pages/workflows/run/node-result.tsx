import { useState } from 'react'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { StepDetails } from './step-details.tsx'
import { useExecution } from './use-execution.ts'

/** What a node got and gave in the execution that is shown over the graph. */
export function NodeResult({ executionId, nodeId }: { executionId: string; nodeId: string }) {
  const { data } = useExecution(executionId)
  const [chosen, setChosen] = useState('')
  const steps = data?.steps.filter((step) => step.nodeId === nodeId) ?? []
  const step = steps.find((each) => each.step === chosen) ?? steps.at(-1)
  return (
    <details className="panel-section panel-fold" open>
      <summary>Last run</summary>
      <div className="form">
        {data === undefined ? (
          <SkeletonLines count={3} />
        ) : step === undefined ? (
          <p className="muted">This node has not run.</p>
        ) : (
          <>
            {steps.length > 1 && (
              <SelectField
                label="Step"
                name="step"
                value={step.step}
                choices={steps.map((each) => ({ value: each.step, label: each.step }))}
                onChange={setChosen}
              />
            )}
            <StepDetails step={step} />
          </>
        )}
      </div>
    </details>
  )
}
