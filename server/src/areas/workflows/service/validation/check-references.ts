import type { Problem } from '../../schema/problem.ts'
import type { Reference, References } from './definition-walk.ts'
import { type Facts, type FoundTool, toolKey } from './facts.ts'

type Finding = Pick<Problem, 'severity' | 'code' | 'message' | 'fix'>

const at = ({ nodeId, path }: Reference, finding: Finding): Problem => ({ ...finding, nodeId, path })

/** Tools, models, workflows and agents that are named: whether they are there, and can be used. */
export function checkReferences(references: References, facts: Facts): Problem[] {
  return [
    ...references.tools.flatMap((each) => checkTool(each, facts)),
    ...references.models.flatMap((each) =>
      facts.models.has(each.name) ? [] : [at(each, unknownModel(each.name))],
    ),
    ...references.subflows.flatMap((each) => checkSubflow(each, facts)),
    ...references.agents.flatMap((each) => checkAgent(each, facts)),
    ...references.collections
      .filter(({ name }) => !facts.collections.has(name))
      .map((each) => at(each, unknownCollection(each.name))),
    ...references.skills
      .filter(({ name }) => !facts.skills.has(name))
      .map((each) => at(each, unknownSkill(each.name))),
    ...references.knowledge
      .filter(({ name }) => !facts.knowledge.has(name))
      .map((each) => at(each, unknownKnowledge(each.name))),
  ]
}

const unknownModel = (name: string): Finding => ({
  severity: 'error',
  code: 'unknown_model',
  message: `There is no model ${name}.`,
  fix: 'Choose one of GET /api/v1/ai/models.',
})

const unknownCollection = (id: string): Finding => ({
  severity: 'error',
  code: 'unknown_collection',
  message: `There is no table collection ${id}.`,
  fix: 'Choose one of GET /api/v1/table/collections.',
})

/** The agent works without it. */
const unknownKnowledge = (id: string): Finding => ({
  severity: 'warning',
  code: 'unknown_knowledge_collection',
  message: `There is no knowledge collection ${id}.`,
  fix: 'Choose one of GET /api/v1/knowledge/collections.',
})

/** The agent works without it. */
const unknownSkill = (id: string): Finding => ({
  severity: 'warning',
  code: 'unknown_skill',
  message: `There is no active skill ${id} in the library of the project.`,
  fix: 'Choose one of GET /api/v1/skills/list.',
})

function checkTool(reference: Reference, facts: Facts): Problem[] {
  const tool = facts.tools.get(toolKey(reference)) ?? null
  if (tool === null) return [at(reference, unknownTool(reference))]
  const { slug, toolkitSlug } = tool.definition
  if (tool.isDisabled || tool.toolkit?.isDisabled === true)
    return [
      at(reference, {
        severity: 'error',
        code: 'tool_disabled',
        message: `The tool ${slug} is disabled.`,
        fix: tool.isDisabled
          ? `Enable it with PATCH /api/v1/tools/byId/${slug}/status, or choose another tool.`
          : `Enable the toolkit ${toolkitSlug}, or choose another tool.`,
      }),
    ]
  const found: Finding[] = []
  if (reference.accountId !== undefined) found.push(...checkAccount(reference.accountId, toolkitSlug, facts))
  else if (needsAccount(tool) && !facts.connectedToolkits.has(toolkitSlug))
    found.push(missingConnection(toolkitSlug))
  if (tool.definition.isDeprecated) found.push(deprecated(slug))
  return found.map((each) => at(reference, each))
}

function checkAccount(id: string, toolkitSlug: string, { accounts }: Facts): Finding[] {
  const account = accounts.get(id.toLowerCase())
  if (account?.toolkitSlug.toLowerCase() === toolkitSlug.toLowerCase()) return []
  return [
    {
      severity: 'error',
      code: 'unknown_account',
      message: `There is no connected account ${id} of ${toolkitSlug} that the acting user can use.`,
      fix: 'Choose an account of the acting user, or remove connectedAccountId.',
    },
  ]
}

export const needsAccount = ({ definition, toolkit }: FoundTool): boolean =>
  !definition.noAuth && toolkit !== null && toolkit.authSchemes.length > 0

const unknownTool = ({ name, version }: Reference): Finding => ({
  severity: 'error',
  code: 'unknown_tool',
  message:
    version === undefined ? `There is no tool ${name}.` : `The tool ${name} has no version ${version}.`,
  fix: 'Search for tools with POST /api/v1/tools/search.',
})

const missingConnection = (toolkitSlug: string): Finding => ({
  severity: 'warning',
  code: 'connection_required',
  message: `There is no active connection to ${toolkitSlug} for the acting user.`,
  fix: `Create an auth config of ${toolkitSlug} with POST /api/v1/auth_configs, and connect an account with POST /api/v1/connected_accounts/link {"authConfigId"}.`,
})

const deprecated = (slug: string): Finding => ({
  severity: 'warning',
  code: 'tool_deprecated',
  message: `The tool ${slug} is deprecated.`,
  fix: 'Choose the tool that replaces it.',
})

function checkSubflow(reference: Reference, { workflows }: Facts): Problem[] {
  const found = workflows.get(reference.name)
  if (!found) return [at(reference, missingWorkflow('workflow', reference))]
  if (reference.nodeId === null && found.type === 'agent')
    return [
      at(reference, {
        severity: 'error',
        code: 'not_a_workflow',
        message: `"${found.name}" is an agent, not a static workflow.`,
        fix: 'Add it to subAgentIds instead.',
      }),
    ]
  if (found.activeVersion === null)
    return [
      at(reference, {
        severity: 'warning',
        code: 'workflow_inactive',
        message:
          reference.nodeId === null
            ? `The workflow "${found.name}" is not active, so the agent cannot execute it.`
            : `The workflow "${found.name}" is not active, so production executions fail here.`,
        fix: `Activate it with PATCH /api/v1/workflow/manager/activeStatus/${found.id}.`,
      }),
    ]
  return []
}

function checkAgent(reference: Reference, { workflows }: Facts): Problem[] {
  const found = workflows.get(reference.name)
  if (!found) return [at(reference, missingWorkflow('agent', reference))]
  if (found.type !== 'agent')
    return [
      at(reference, {
        severity: 'error',
        code: 'not_an_agent',
        message: `"${found.name}" is a static workflow, not an agent.`,
        fix: 'Choose an agent, or execute the workflow with a subflow node.',
      }),
    ]
  return []
}

/** An agent stays valid when one that it can use is deleted; a node cannot do its work without it. */
const missingWorkflow = (kind: 'workflow' | 'agent', { name: id, nodeId }: Reference): Finding => ({
  severity: nodeId === null ? 'warning' : 'error',
  code: kind === 'agent' ? 'unknown_agent' : 'unknown_workflow',
  message: `There is no ${kind} ${id} that the acting user can use.`,
  fix: `Choose one of GET /api/v1/workflow/manager/list?workflowType=${kind === 'agent' ? 'agent' : 'static'}.`,
})
