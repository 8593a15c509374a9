import type { Agent } from '../../schema/agent.ts'
import type { Problem } from '../../schema/problem.ts'

// The only template of sandbox sessions.
const defaultTemplate = 'default'

const at = (path: string) => ({ nodeId: null, path: `/agent/${path}` })

/** What an agent needs by itself. */
export function checkAgent(agent: Agent): Problem[] {
  const problems: Problem[] = []
  if (!agent.prompt?.trim())
    problems.push({
      severity: 'error',
      code: 'prompt_missing',
      message: 'The agent has no prompt.',
      fix: 'Say in the prompt what the agent does.',
      ...at('prompt'),
    })
  const template = agent.capabilities?.computer?.templateId ?? defaultTemplate
  if (template !== defaultTemplate)
    problems.push({
      severity: 'error',
      code: 'unknown_template',
      message: `There is no sandbox template ${template}.`,
      fix: 'Choose one of GET /api/v1/sandbox/templates.',
      ...at('capabilities/computer/templateId'),
    })
  const escalation = agent.behavior?.escalation
  if (escalation?.enabled && escalation.action === 'notify_tool' && !escalation.notifyToolSlug)
    problems.push({
      severity: 'error',
      code: 'notify_tool_missing',
      message: 'The escalation notifies by a tool, and names none.',
      fix: 'Set notifyToolSlug, or choose another action.',
      ...at('behavior/escalation/notifyToolSlug'),
    })
  return problems
}
