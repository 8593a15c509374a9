import type { Trigger } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { AddTrigger } from './form/add-trigger.tsx'
import { TriggerName } from './trigger-kind.tsx'
import { TriggerState } from './trigger-state.tsx'
import { triggersPath, triggerUrl } from './triggers-api.ts'
import './workflow-triggers.css'

const most = 100

/** What starts a workflow by itself. */
export const useWorkflowTriggers = (workflowId: string) =>
  useRead(
    ['triggers', 'of-workflow', workflowId],
    (api, signal) =>
      actAs(api).get(triggersPath, {
        query: { workflowId, showDisabled: true, limit: most, sortOrder: 'ASC' },
        signal,
      }),
    { isEnabled: workflowId !== '', refetchInterval: 10_000 },
  )

type WorkflowTriggersProps = { workflow: { id: string; name: string }; isReadOnly?: boolean }

/** The triggers of a workflow with their state, and a way to add one. */
export function WorkflowTriggers({ workflow, isReadOnly = false }: WorkflowTriggersProps) {
  const { data, error, refetch } = useWorkflowTriggers(workflow.id)
  if (!data)
    return error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={2} />
  return (
    <div className="workflow-triggers">
      {data.length === 0 ? (
        <p className="muted">None: it is started from the editor or with the API.</p>
      ) : (
        <ul aria-label="Triggers">
          {data.map((trigger) => (
            <TriggerRow key={trigger.triggerId} trigger={trigger} />
          ))}
        </ul>
      )}
      {!isReadOnly && <AddButton workflow={workflow} />}
    </div>
  )
}

const TriggerRow = ({ trigger }: { trigger: Trigger }) => (
  <li>
    <Link to={triggerUrl(trigger.triggerId)}>
      <TriggerName trigger={trigger} />
    </Link>
    <TriggerState trigger={trigger} />
  </li>
)

function AddButton({ workflow }: Pick<WorkflowTriggersProps, 'workflow'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span>
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => setOpen(true)}>
          Add trigger
        </Button>
      </span>
      {isOpen && <AddTrigger workflow={workflow} onClose={() => setOpen(false)} />}
    </>
  )
}
