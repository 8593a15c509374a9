import type { Scope } from '../../../../kernel/scope.ts'
import { agentView } from '../../schema/agent.ts'
import { versionLabel } from '../../schema/version-number.ts'
import type {
  Definition,
  ExecutionCounts,
  Trigger,
  UsedTool,
  WorkflowRow,
  WorkflowSummary,
  WorkflowView,
} from '../../schema/workflow.ts'
import type { ListedWorkflow } from '../../store/workflow.ts'
import { isOwner } from '../access.ts'

export const noExecutions: ExecutionCounts = {
  total: 0,
  successful: 0,
  stopped: 0,
  failed: 0,
  lastExecutedAt: null,
}

export type DetailParts = Pick<
  WorkflowView,
  'connections' | 'toolkitAuthConfigs' | 'toolkitConnections' | 'sourceVersionLatest' | 'warnings'
>

export const toDetail = (
  scope: Scope,
  workflow: WorkflowRow,
  { graph, agent }: Definition,
  counts: ExecutionCounts,
  parts: DetailParts,
): WorkflowView => ({
  ...facts(scope, workflow, counts, { graph, agent }),
  graph,
  agent: agent && agentView(agent),
  successfulExecutionCount: counts.successful,
  stoppedExecutionCount: counts.stopped,
  failedExecutionCount: counts.failed,
  requiredReplays: workflow.requiredReplays,
  ...parts,
})

export function toSummary(
  scope: Scope,
  { definition, ...workflow }: ListedWorkflow,
  counts: ExecutionCounts,
  wantsDefinition: boolean,
): WorkflowSummary {
  const shown = definition && {
    graph: definition.graph,
    agent: definition.agent && agentView(definition.agent),
  }
  return {
    ...facts(scope, workflow, counts, definition),
    ...shown,
    ...(wantsDefinition && shown === null ? { definitionOmitted: true } : {}),
  }
}

function facts(
  scope: Scope,
  workflow: WorkflowRow,
  counts: ExecutionCounts,
  definition: Definition | null,
): Omit<WorkflowSummary, 'graph' | 'agent'> {
  const { version, activeVersion, clonedFromVersion } = workflow
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    projectId: workflow.projectId,
    ownerId: workflow.userId,
    isOwn: isOwner(scope, workflow),
    workflowType: workflow.type,
    lifecycle: workflow.isReady ? 'ready' : 'draft',
    isActive: activeVersion !== null,
    isPublic: workflow.isPublic,
    version: versionLabel(version),
    versionNumber: version,
    activeVersion: activeVersion === null ? null : versionLabel(activeVersion),
    activeVersionNumber: activeVersion,
    hasUnpublishedChanges: activeVersion !== null && activeVersion !== version,
    triggers: workflow.triggers.map((each) => toTrigger(each, workflow.tools)),
    provenance: workflow.provenance,
    clonedFromWorkflowId: workflow.clonedFromId,
    clonedFromVersion: clonedFromVersion === null ? null : versionLabel(clonedFromVersion),
    executionCount: counts.total,
    ...(counts.lastExecutedAt === null ? {} : { lastExecutedAt: counts.lastExecutedAt }),
    tools: workflow.tools.map(toTool),
    marketplaceCategory: null,
    marketplaceAudience: null,
    marketplaceTagline: null,
    marketplaceSetupGuide: null,
    marketplaceHighlights: null,
    marketplaceCapabilities: capabilitiesOf(workflow, definition),
    revision: workflow.revision,
    createdAt: workflow.createdAt,
    updatedAt: workflow.updatedAt,
  }
}

const toTool = ({ slug, name, toolkitSlug, toolkitName, toolkitLogo, needsAccount }: UsedTool) => ({
  toolSlug: slug,
  toolName: name,
  toolkitSlug,
  toolkitName,
  needsAccount,
  ...(toolkitLogo === null ? {} : { toolkitLogo }),
})

function toTrigger(trigger: Trigger, tools: readonly UsedTool[]) {
  const tool = tools.find(({ slug }) => slug === trigger.toolSlug)
  if (!tool) return trigger
  const { toolkitName, toolkitLogo } = toTool(tool)
  return { ...trigger, toolkitName, ...(toolkitLogo === undefined ? {} : { toolkitLogo }) }
}

function capabilitiesOf({ tools, triggers }: WorkflowRow, definition: Definition | null) {
  const agent = definition?.agent
  const skillCount = agent?.skillIds?.length ?? 0
  return {
    hasSkills: skillCount > 0,
    skillCount,
    hasKnowledge: (agent?.knowledgeCollectionIds?.length ?? 0) > 0,
    hasDatabase: (agent?.databaseCollectionIds?.length ?? 0) > 0,
    hasCron: triggers.some(({ kind }) => kind === 'cron'),
    requiresAuth: tools.some(({ needsAccount }) => needsAccount),
    toolkitCount: new Set(tools.map(({ toolkitSlug }) => toolkitSlug)).size,
    subAgentCount: agent?.subAgentIds?.length ?? 0,
    toolCount: tools.length,
  }
}
