import type { Trigger } from '@stoa/sdk'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { Status } from '../../../components/feedback/status.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { kindOf, summaryOf, triggerKinds, triggerTitle } from '../../../features/triggers/trigger-kind.tsx'
import { stateOf } from '../../../features/triggers/trigger-state.tsx'
import './trigger-card.css'

export type TriggerNode = Node<{ trigger: Trigger }, 'trigger'>

/** Read aloud when the trigger gets the focus. */
export function triggerLabel(trigger: Trigger): string {
  const { label } = triggerKinds[kindOf(trigger)]
  return `${triggerTitle(trigger)}, ${label} trigger. ${summaryOf(trigger)}. ${stateOf(trigger).label}`
}

/** What it is, and in the second line when it runs next or ran last. */
export const TriggerBody = ({ trigger }: { trigger: Trigger }) => {
  const { Icon, label } = triggerKinds[kindOf(trigger)]
  const { kind, label: state } = stateOf(trigger)
  return (
    <>
      <span className="node-icon" data-type="trigger">
        <Icon size={16} aria-hidden />
      </span>
      <span className="node-text">
        <span className="node-name truncate">
          {triggerTitle(trigger)}
          <span className="visually-hidden">, {label} trigger</span>
        </span>
        <span className="node-summary truncate" title={summaryOf(trigger)}>
          <Times trigger={trigger} />
        </span>
      </span>
      <span title={state}>
        <Status kind={kind}>
          <span className="visually-hidden">{state}</span>
        </Status>
      </span>
    </>
  )
}

const Times = ({ trigger }: { trigger: Trigger }) => {
  const { nextRunAt, lastRunAt, isDisabled } = trigger
  if (!isDisabled && nextRunAt !== null)
    return (
      <>
        Next <TimeAgo at={nextRunAt} />
      </>
    )
  if (lastRunAt !== null)
    return (
      <>
        Last <TimeAgo at={lastRunAt} />
      </>
    )
  return isDisabled ? stateOf(trigger).label : summaryOf(trigger)
}

export const TriggerCard = memo(({ data: { trigger }, selected }: NodeProps<TriggerNode>) => (
  <div
    className="node-card trigger-card"
    data-selected={selected ? '' : undefined}
    data-off={trigger.isDisabled ? '' : undefined}
  >
    <TriggerBody trigger={trigger} />
    <Handle type="source" position={Position.Right} isConnectable={false} />
  </div>
))
