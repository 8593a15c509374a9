import type { WorkflowExecutionDetail, WorkflowExecutionStep } from '@stoa/sdk'
import type { LucideIcon } from 'lucide-react'
import FoldVertical from 'lucide-react/icons/fold-vertical'
import Plug from 'lucide-react/icons/plug'
import Repeat from 'lucide-react/icons/repeat'
import Sparkles from 'lucide-react/icons/sparkles'
import UserCheck from 'lucide-react/icons/user-check'
import Workflow from 'lucide-react/icons/workflow'
import Wrench from 'lucide-react/icons/wrench'
import { useState } from 'react'
import { Waterfall, type WaterfallTone } from '../../../components/charts/waterfall.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { capitalize } from '../../../components/text/capitalize.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { toolTitle } from '../../../features/tools/tool-title.ts'
import { useToolNames } from '../../../features/tools/use-tool-names.ts'
import { nodeKinds, toneOf } from '../canvas/node-kinds.ts'
import type { NodeType } from '../graph/types.ts'
import { StepDetails } from '../run/step-details.tsx'
import { spansOf } from './step-spans.ts'

type StepKind = { label: string; Icon: LucideIcon; tone: WaterfallTone }

const agentKinds: Readonly<Record<string, StepKind>> = {
  model: { label: 'Model call', Icon: Sparkles, tone: 'model' },
  tool: { label: 'Tool call', Icon: Wrench, tone: 'tool' },
  compact: { label: 'Summary of earlier messages', Icon: FoldVertical, tone: 'model' },
  approval: { label: 'Approval', Icon: UserCheck, tone: 'human' },
  connection: { label: 'Connection of an account', Icon: Plug, tone: 'human' },
}

const kindOf = (type: string): StepKind =>
  type in nodeKinds
    ? { ...nodeKinds[type as NodeType], tone: toneOf[type as NodeType] }
    : (agentKinds[type] ?? { label: type, Icon: Workflow, tone: 'flow' })

// A node has the name that it was given; a call of an agent that of what was called.
const isToolCall = ({ type }: Pick<WorkflowExecutionStep, 'type'>): boolean => type === 'tool'

/** What is no node and no tool has the name of its type. */
function useStepName(steps: readonly WorkflowExecutionStep[]) {
  const toolNameOf = useToolNames(steps.filter(isToolCall).map(({ name }) => name))
  return (step: Pick<WorkflowExecutionStep, 'name' | 'type'>): string => {
    const { name, type } = step
    if (isToolCall(step)) return toolNameOf(name) ?? toolTitle(name)
    return name === type ? capitalize(name) : name
  }
}

/** How many agents are around the one of the step. */
const depthOf = ({ step }: Pick<WorkflowExecutionStep, 'step'>): number => step.split('/').length - 1

/** The steps as a waterfall; the selected one with everything it got and gave. */
export function Steps({ execution }: { execution: WorkflowExecutionDetail }) {
  const failed = execution.steps.find(({ status }) => status === 'failed' || status === 'paused')
  const nameOf = useStepName(execution.steps)
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
              label: nameOf(each),
              icon: <StepIcon type={each.type} />,
              tone: kindOf(each.type).tone,
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
        <Card
          title={nameOf(step)}
          actions={isToolCall(step) && <code className="muted small">{step.name}</code>}
        >
          <StepDetails step={step} />
        </Card>
      )}
    </>
  )
}

function StepIcon({ type }: { type: string }) {
  const { Icon } = kindOf(type)
  return <Icon size={14} aria-hidden />
}

/** What kind of node it is, and in which iteration of the loops around it; null of a retry, or within a subflow. */
function placeOf({ step, nodeId, type }: WorkflowExecutionStep): string | null {
  if (step === nodeId) return kindOf(type).label
  const indexes = step.startsWith(`${nodeId}#`) ? step.slice(nodeId.length + 1).split('#') : []
  const isIteration = indexes.length > 0 && indexes.every((index) => /^\d+$/.test(index))
  const numbers = indexes.map((index) => Number(index) + 1)
  return isIteration ? `${kindOf(type).label} · iteration ${numbers.join('.')}` : null
}

/** What kind of step it is, what it used, and whether it ran more than once. */
const StepNote = ({ step, isAgent }: { step: WorkflowExecutionStep; isAgent: boolean }) => (
  <>
    {isAgent ? kindOf(step.type).label : (placeOf(step) ?? step.step)}
    {step.tokens && ` · ${formatAmount(step.tokens.input + step.tokens.output)} tokens`}
    {isAgent && step.credits > 0 && ` · ${formatAmount(step.credits)} credits`}
    {step.attempts > 1 && ` · ${pluralize(step.attempts, 'attempt')}`}
    {(step.tries ?? 1) > 1 && ` · ${step.tries} requests to the service`}
    {step.maybeRepeated && (
      <span className="step-repeated">
        <Repeat size={11} aria-hidden /> may have run twice
      </span>
    )}
  </>
)
