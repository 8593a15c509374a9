import { data, type Endpoint, endpoint } from '../../../kernel/http/endpoint.ts'
import { ChatAgent } from '../schema/chat-agent.ts'
import { AgentParams } from '../schema/ui.ts'
import type { ChatAgents } from '../service/chat-agents.ts'
import { exampleAgentId } from './shared.ts'

/** What a chat in a browser reads before its first message. */
export const chatAgentRoutes = (agents: ChatAgents): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/chat/{agentId}',
    area: 'Chat',
    summary: 'Get an agent as its users see it',
    description: 'Its name, greeting and suggested messages. Its prompt, tools and model are not part of it.',
    access: 'end-user',
    permission: 'chat:read',
    params: AgentParams,
    response: data(ChatAgent),
    message: 'Agent',
    errors: ['assistant_not_found'],
    example: {
      params: { agentId: exampleAgentId },
      response: {
        id: exampleAgentId,
        name: 'Support',
        description: '',
        greeting: 'How can I help?',
        starterPrompts: ['Where is my order?'],
        canApprove: true,
        canAttach: true,
      },
    },
    handle: ({ scope, params: { agentId } }) => agents.get(scope, agentId),
  }),
]
