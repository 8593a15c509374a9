import { data, type Endpoint, endpoint } from '../../../kernel/http/endpoint.ts'
import { AgentParams, AgentShare, UpdateShareBody } from '../schema.ts'
import type { Shares } from '../service/shares.ts'
import { area, exampleAgentId, exampleShare } from './examples.ts'

const params = { agentId: exampleAgentId }
const path = '/api/v1/chat/{agentId}/share'

export const shareRoutes = (shares: Shares): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    area,
    summary: 'Get how an agent is shared',
    access: 'end-user',
    permission: 'workflow:read',
    params: AgentParams,
    response: data(AgentShare),
    message: 'Sharing of the agent',
    errors: ['assistant_not_found'],
    example: { params, response: exampleShare },
    handle: ({ scope, params: { agentId } }) => shares.get(scope, agentId),
  }),
  endpoint({
    method: 'PATCH',
    path,
    area,
    summary: 'Share an agent',
    description:
      'With `isEnabled` everyone who has the URL can chat with the agent, as an anonymous visitor within these limits. The agent must be public and active. Switching it off ends the access of all visitors immediately.',
    access: 'end-user',
    permission: 'workflow:write',
    params: AgentParams,
    body: UpdateShareBody,
    response: data(AgentShare),
    message: 'Sharing changed',
    errors: ['assistant_not_found', 'agent_not_public'],
    example: { params, body: { isEnabled: false, creditsPerDay: 20 }, response: exampleShare },
    handle: ({ scope, params: { agentId }, body }) => shares.update(scope, agentId, body),
  }),
]
