import { useNavigate } from '@tanstack/react-router'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { runsPath, searchPath, threadsPath, threadUrl } from '../../../features/chat/chat-api.ts'
import { contentOf, type Draft } from '../../../features/chat/transcript/message.ts'
import { type AgentSummary, useAgents } from '../../../features/chat/use-agents.ts'
import { makeTitleLater } from '../../../features/chat/use-title.ts'
import { Composer } from '../../../features/chat/view/composer.tsx'
import { useFilters } from '../../../filters.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { ChatFrame } from '../chat-frame.tsx'
import { FirstAgent } from './first-agent.tsx'
import { Starters } from './starters.tsx'
import '../../../components/conversation/conversation.css'
import '../../../features/chat/view/conversation-view.css'

const calls = [
  {
    title: 'Create a thread',
    call: { method: 'POST', path: threadsPath, body: { metadata: { title: 'Order 1042' } } },
  },
  { title: 'Search threads', call: { method: 'POST', path: searchPath, body: { limit: 10 } } },
] as const

/** Where a conversation begins: an agent is chosen, and the first message written. */
export function StartPage() {
  const agents = useAgents()
  const { data } = agents
  return (
    <ChatFrame title="Chat" calls={calls}>
      <div className="conversation">
        <div className="chat-start">
          {agents.error && !data && <ErrorAlert error={agents.error} retry={() => void agents.refetch()} />}
          {!data && !agents.error && <SkeletonLines count={4} />}
          {data?.length === 0 && <FirstAgent />}
          {data && data.length > 0 && <NewConversation agents={data} />}
        </div>
      </div>
    </ChatFrame>
  )
}

function NewConversation({ agents }: { agents: readonly AgentSummary[] }) {
  const { filters, set } = useFilters()
  const agent = agents.find(({ id }) => id === filters.agent) ?? agents[0]!
  const begin = useBegin(agent.id)
  return (
    <>
      <Starters agentId={agent.id} onChoose={(text) => begin({ text, fileIds: [] })} />
      <SelectField
        label="Agent"
        name="agent"
        value={agent.id}
        choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => set({ agent: id })}
      />
      <Composer name="new" placeholder={`Message ${agent.name}…`} hasInitialFocus onSend={begin} />
    </>
  )
}

/** The run is started before the page of the thread opens, which follows it from its first event. */
function useBegin(workflowId: string) {
  const { api, project } = useProject()
  const refresh = useRefresh()
  const navigate = useNavigate()
  return async (draft: Draft) => {
    const { id } = await api.post(threadsPath, { body: { workflowId } })
    const message = { id: crypto.randomUUID(), type: 'human', content: contentOf(draft) }
    await api.post(runsPath, { params: { thread_id: id }, body: { input: { messages: [message] } } })
    makeTitleLater(project.id, id)
    void refresh(['chat', 'threads'])
    await navigate({ to: threadUrl(id) })
  }
}
