import type { Workflow } from '@stoa/sdk'
import { useLocation, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TitledCall } from '../../components/code/api-calls-dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chip, Status } from '../../components/feedback/status.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Tabs } from '../../components/layout/tabs.tsx'
import { href } from '../../href.ts'
import { workflowRoutes } from './routes.ts'
import { useWorkflow } from './use-workflow.ts'

export const WorkflowState = ({ workflow }: { workflow: Workflow }) => (
  <span className="row">
    {workflow.isActive ? (
      <Status kind="good">Active {workflow.activeVersion}</Status>
    ) : (
      <Status kind="off">{workflow.lifecycle === 'ready' ? 'Inactive' : 'Draft'}</Status>
    )}
    {workflow.hasUnpublishedChanges && <Chip>Unpublished changes</Chip>}
  </span>
)

type WorkflowFrameProps = {
  /** What the page shows of it, once it is there. */
  children(workflow: Workflow): ReactNode
  actions?(workflow: Workflow): ReactNode
  calls(workflow: Workflow): readonly TitledCall[]
  width?: 'full' | 'wide'
}

/** The pages of one workflow: its name, its state and the way between them. */
export function WorkflowFrame({ children, actions, calls, width = 'full' }: WorkflowFrameProps) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useWorkflow(id)
  const isBuilder = useLocation({ select: ({ pathname }) => pathname.startsWith(workflowRoutes.agents) })
  // Until it is loaded, its URL says it for some of the pages.
  const isAgent = data ? data.workflowType === 'agent' : isBuilder
  const back = isAgent
    ? { to: workflowRoutes.agents, label: 'Agents' }
    : { to: workflowRoutes.list, label: 'Workflows' }
  if (!data)
    return (
      <Page title="Workflow" back={back} width={width}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  return (
    <Page
      title={data.name}
      badge={<WorkflowState workflow={data} />}
      back={back}
      width={width}
      actions={actions?.(data)}
      calls={calls(data)}
    >
      <Tabs
        label="Pages of the workflow"
        tabs={[
          isAgent
            ? { to: href(workflowRoutes.agent, { id }), label: 'Builder' }
            : { to: href(workflowRoutes.editor, { id }), label: 'Editor' },
          { to: href(workflowRoutes.executions, { id }), label: 'Executions' },
          { to: href(workflowRoutes.versions, { id }), label: 'Versions' },
          { to: href(workflowRoutes.settings, { id }), label: 'Settings' },
        ]}
      />
      {children(data)}
    </Page>
  )
}
