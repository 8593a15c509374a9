import type { Workflow } from '@stoa/sdk'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { activePath, detailPath, executePath, updatePath } from '../../../features/workflows/workflows-api.ts'
import { fixOf } from '../canvas/editor-context.ts'
import { PublishButton } from '../editor/publish-button.tsx'
import { useProblems } from '../editor/use-problems.ts'
import { WorkflowFrame } from '../workflow-frame.tsx'
import { AgentContext } from './agent-context.ts'
import { ConversationCard } from './conversation-card.tsx'
import { KnowledgeCard } from './knowledge-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { ModelCard, PromptCard } from './model-card.tsx'
import { SkillsCard } from './skills-card.tsx'
import { SubAgentsCard, WorkflowToolsCard } from './sub-agents-card.tsx'
import { TablesCard } from './tables-card.tsx'
import { ToolsCard } from './tools-card.tsx'
import { TryAgent } from './try-agent.tsx'
import { type AgentDraft, useAgentDraft } from './use-agent-draft.ts'
import './agent.css'

const callsOf = ({ id }: Workflow) => {
  const requested = { params: { id }, headers: actingHeaders() }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: detailPath, ...requested } },
    {
      title: 'Update',
      call: {
        method: 'PATCH',
        path: updatePath,
        ...requested,
        body: { agent: { prompt: 'You answer questions about orders.' } },
      },
    },
    {
      title: 'Activate',
      call: { method: 'PATCH', path: activePath, ...requested, body: { activeStatus: true } },
    },
    {
      title: 'Send a message and wait',
      call: {
        method: 'POST',
        path: executePath,
        ...requested,
        body: { input: { message: 'Where is my order?' }, wait: 60_000 },
      },
    },
  ] as const
}

/** What an agent is made of, with a conversation beside it to try it. */
export const AgentPage = () => (
  <WorkflowFrame width="wide" calls={callsOf} actions={(workflow) => <PublishButton workflow={workflow} />}>
    {(workflow) => <AgentBuilder key={workflow.id} workflow={workflow} />}
  </WorkflowFrame>
)

function AgentBuilder({ workflow }: { workflow: Workflow }) {
  const draft = useAgentDraft(workflow)
  const isReadOnly = !workflow.isOwn
  return (
    <AgentContext value={{ agent: draft.agent, change: draft.change, isReadOnly }}>
      <div className="agent-builder">
        <form
          className="agent-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void draft.save()
          }}
        >
          <AgentProblems workflow={workflow} />
          <fieldset className="agent-cards" disabled={isReadOnly}>
            <legend className="visually-hidden">The agent</legend>
            <PromptCard />
            <ModelCard />
            <ToolsCard />
            <KnowledgeCard ownerId={workflow.ownerId} />
            <SkillsCard />
            <TablesCard />
            <SubAgentsCard ownId={workflow.id} />
            <WorkflowToolsCard ownId={workflow.id} />
            <LimitsCard />
            <ConversationCard />
          </fieldset>
          {!isReadOnly && <SaveBar draft={draft} isActive={workflow.isActive} />}
        </form>
        <TryAgent workflow={workflow} prepare={draft.save} isDirty={draft.isDirty} />
      </div>
    </AgentContext>
  )
}

/** What is saved and what is not, always in view. */
const SaveBar = ({ draft, isActive }: { draft: AgentDraft; isActive: boolean }) => (
  <div className="agent-save">
    {draft.failure !== null && !draft.isConflict && <ErrorAlert error={draft.failure} />}
    {draft.isConflict && (
      <div className="error-alert" role="alert">
        <p className="error-alert-message">Another user has changed this agent.</p>
        <div className="error-alert-actions row">
          <Button onClick={draft.discard}>Load theirs</Button>
          <Button variant="danger-outline" onClick={draft.saveMine}>
            Save mine
          </Button>
        </div>
      </div>
    )}
    <div className="row">
      <span role="status">
        {draft.isDirty ? <Status kind="warn">Unsaved changes</Status> : <Status kind="good">Saved</Status>}
      </span>
      <span className="muted small agent-save-note">
        {isActive ? 'The agent uses what you save immediately.' : ''}
      </span>
      <Button disabled={!draft.isDirty} onClick={draft.discard}>
        Discard
      </Button>
      <Button type="submit" variant="primary" isBusy={draft.isBusy} disabled={!draft.isDirty}>
        Save
      </Button>
    </div>
  </div>
)

function AgentProblems({ workflow }: { workflow: Workflow }) {
  const problems = useProblems(workflow)
  if (problems.length === 0) return null
  return (
    <Card title="Problems">
      <ul className="problem-list">
        {problems.map((problem, at) => (
          <li key={at} data-kind={problem.severity === 'error' ? 'bad' : 'warn'}>
            <CircleAlert size={14} aria-hidden />
            <div>
              <p>{problem.message}</p>
              {fixOf(problem) && <p className="muted small">{fixOf(problem)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
