import { useEffect, useRef } from 'react'
import { TextField } from '../../../components/form/field.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { limitsAnchor } from '../../../features/workflows/limits-anchor.ts'
import { numberIn, numberOrNone } from '../panel/panel-context.ts'
import { useAgent } from './agent-context.ts'
import { withCapability } from './agent-draft.ts'

/** Where a run ends, however the model would go on. */
export function LimitsCard() {
  const { agent, change } = useAgent()
  const { budget = {}, modelCallLimit = {}, toolCallLimit = {} } = agent.capabilities ?? {}
  const putBudget = (patch: object) =>
    change(withCapability(agent, 'budget', cleaned({ ...budget, ...patch })))
  const putLimit = (name: 'modelCallLimit' | 'toolCallLimit', runLimit: number | undefined) => {
    const before = name === 'modelCallLimit' ? modelCallLimit : toolCallLimit
    change(withCapability(agent, name, cleaned({ ...before, enabled: runLimit !== undefined, runLimit })))
  }
  const fields = useRef<HTMLDivElement>(null)
  // The card is there when the agent was read, which is after the page was opened.
  useEffect(() => {
    if (location.hash !== `#${limitsAnchor}`) return
    fields.current?.scrollIntoView({ block: 'center' })
    fields.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  return (
    <Card title="Budget of a run">
      <div className="form-pair" id={limitsAnchor} ref={fields}>
        <TextField
          label="Credits"
          name="maxCredits"
          type="number"
          placeholder="Unlimited"
          value={numberIn(budget.maxCreditsPerRun)}
          onChange={(text) => putBudget({ maxCreditsPerRun: numberOrNone(text) })}
        />
        <TextField
          label="Time (seconds)"
          name="maxSeconds"
          type="number"
          placeholder="900"
          value={numberIn(budget.maxSeconds)}
          onChange={(text) => putBudget({ maxSeconds: numberOrNone(text) })}
        />
        <TextField
          label="Model calls"
          name="modelCalls"
          type="number"
          placeholder="Default"
          value={modelCallLimit.enabled === false ? '' : numberIn(modelCallLimit.runLimit)}
          onChange={(text) => putLimit('modelCallLimit', numberOrNone(text))}
        />
        <TextField
          label="Tool calls"
          name="toolCalls"
          type="number"
          placeholder="Default"
          value={toolCallLimit.enabled === false ? '' : numberIn(toolCallLimit.runLimit)}
          onChange={(text) => putLimit('toolCallLimit', numberOrNone(text))}
        />
      </div>
    </Card>
  )
}

const cleaned = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T
