/** What agents are made with. */
export { AgentPage } from './agent/agent-page.tsx'
export { AgentsPage } from './agent/agents-page.tsx'
