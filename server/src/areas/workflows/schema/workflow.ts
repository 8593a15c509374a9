import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  openObject,
  pageParams,
  sortOrders,
  TimeInput,
  Timestamp,
  textParam,
  Uuid,
  uuidParam,
} from '../../../kernel/http/shapes.ts'
import { type Agent, AgentInput, AgentView } from './agent.ts'
import { AgentPatch } from './agent-patch.ts'
import { Graph } from './graph.ts'
import { Amend } from './version.ts'

export const workflowTypes = ['static', 'agent'] as const
export const lifecycles = ['draft', 'ready'] as const
export const maxTriggers = 10

const triggerFields = {
  expression: z.string().max(200).optional().describe('Five fields of cron.'),
  timezone: z.string().max(64).optional().describe('An IANA time zone.'),
  toolSlug: z.string().max(100).optional(),
  triggerToolInput: openObject().optional(),
  triggerId: z.string().max(100).optional(),
}
const TriggerInput = z.strictObject({
  kind: z.enum(['manual', 'cron', 'trigger_tool']).default('manual'),
  ...triggerFields,
})
export type Trigger = z.output<typeof TriggerInput>

const Triggers = z
  .array(TriggerInput)
  .max(maxTriggers)
  .refine(
    (triggers) => triggers.filter(({ kind }) => kind === 'cron').length <= 1,
    'may have one cron trigger',
  )

const ProvenanceInput = z.strictObject({
  createdByAgent: z.boolean().optional(),
  productCreationDepth: z.number().optional(),
  createdFromWorkflowId: z.string().max(100).optional(),
  hideFromAgentPicker: z.boolean().optional(),
})
export type Provenance = z.output<typeof ProvenanceInput>

const Name = z.string().trim().min(1).max(200)
const Note = z.string().max(500).describe('What changed; shown in the list of versions.')

export const CreateWorkflowBody = z.strictObject({
  name: Name.optional().meta({
    default: 'New Agent',
    description: 'Defaults to `New Workflow` for a workflow that is no agent.',
  }),
  description: z.string().max(5_000).default(''),
  workflowType: z
    .enum(workflowTypes)
    .optional()
    .describe('Without it, `static` when there is a graph, else `agent`.'),
  agent: AgentInput.optional(),
  graph: Graph.optional().describe('Of a static workflow; start and end without it.'),
  triggers: Triggers.default([]).describe('Created with the workflow, see `/api/v1/trigger_instances`.'),
  isPublic: z.boolean().default(false),
  provenance: ProvenanceInput.optional(),
  note: Note.default(''),
})
export type CreateWorkflowBody = z.output<typeof CreateWorkflowBody>

export const UpdateWorkflowBody = z.strictObject({
  name: Name.optional(),
  description: z.string().max(5_000).optional(),
  workflowType: z.enum(workflowTypes).optional(),
  agent: AgentPatch.optional().describe(
    'Fields that are named replace the stored ones at every level; null clears one, and all others stay. Lists and JSON Schemas are replaced as a whole.',
  ),
  graph: Graph.optional().describe('Replaces the whole graph.'),
  triggers: Triggers.optional().describe(
    'All of its triggers: those without `triggerId` are created, those that are missing are deleted.',
  ),
  isPublic: z.boolean().optional(),
  provenance: ProvenanceInput.optional(),
  isActive: z.boolean().optional().describe('As `PATCH activeStatus/{id}` does.'),
  lastExecutedAt: TimeInput.optional().describe('Accepted and ignored: executions set it.'),
  requiredReplays: z
    .int()
    .min(0)
    .max(200)
    .optional()
    .describe('How many evals must pass before a version can be activated.'),
  note: Note.default(''),
  amend: Amend.optional(),
  publish: z
    .boolean()
    .optional()
    .describe(
      'Of an active workflow: whether production uses the new version immediately. True for agents without it, false for graphs.',
    ),
})
export type UpdateWorkflowBody = z.output<typeof UpdateWorkflowBody>

export const ActiveStatusBody = z.strictObject({ activeStatus: z.boolean() })

export const WorkflowQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the name or description.'),
  projectId: uuidParam().optional().describe('Accepted for compatibility: the key decides the project.'),
  workflowType: choiceParam(workflowTypes).optional(),
  isActive: booleanParam().optional(),
  lifecycle: choiceParam(lifecycles).optional(),
  sortBy: choiceParam(['createdAt', 'updatedAt', 'name'], 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type WorkflowQuery = z.output<typeof WorkflowQuery>

export const DeleteWorkflowQuery = z.strictObject({
  force: booleanParam().optional().describe('Also when active workflows use it.'),
})

/** A tool that the newest version names, as it was found when it was saved. */
export type UsedTool = {
  slug: string
  name: string
  toolkitSlug: string
  toolkitName: string
  toolkitLogo: string | null
  needsAccount: boolean
}

/** What one version is. */
export type Definition = { graph: Graph | null; agent: Agent | null }

export type WorkflowRow = {
  projectId: string
  id: string
  userId: string
  name: string
  description: string
  type: (typeof workflowTypes)[number]
  version: number
  activeVersion: number | null
  isReady: boolean
  isPublic: boolean
  triggers: Trigger[]
  provenance: Provenance | null
  clonedFromId: string | null
  clonedFromVersion: number | null
  requiredReplays: number
  tools: UsedTool[]
  /** Workflows and agents that the active version uses. */
  uses: string[]
  /** What the active version names outside of it, see `pinOf`. */
  pins: string[]
  revision: number
  createdAt: string
  updatedAt: string
}

/** Counted by the executions. */
export type ExecutionCounts = {
  total: number
  successful: number
  stopped: number
  failed: number
  lastExecutedAt: string | null
}

const TriggerView = z.object({
  kind: z.enum(['manual', 'cron', 'trigger_tool']),
  ...triggerFields,
  toolkitName: z.string().optional(),
  toolkitLogo: z.string().optional(),
})

const ToolView = z.object({
  toolSlug: z.string(),
  toolName: z.string(),
  toolkitSlug: z.string(),
  toolkitName: z.string(),
  toolkitLogo: z.string().optional(),
  needsAccount: z.boolean().describe('It uses a connected account; see `toolkitConnections`.'),
})

const IdMap = openObject()
const ProvenanceView = z.object({
  ...ProvenanceInput.shape,
  marketplaceClone: z
    .object({
      sourceWorkflowId: z.string(),
      clonedAt: z.string(),
      skillIdMap: IdMap,
      knowledgeIdMap: IdMap,
      databaseIdMap: IdMap,
      subAgentIdMap: IdMap,
      avatarFileIdMap: IdMap,
    })
    .optional(),
})

const marketplace = {
  marketplaceCategory: z.string().nullable(),
  marketplaceAudience: z.string().nullable(),
  marketplaceTagline: z.string().nullable(),
  marketplaceSetupGuide: z.string().nullable(),
  marketplaceHighlights: z.array(z.string()).nullable(),
  marketplaceCapabilities: z.object({
    hasSkills: z.boolean(),
    skillCount: z.number(),
    hasKnowledge: z.boolean(),
    hasDatabase: z.boolean(),
    hasCron: z.boolean(),
    requiresAuth: z.boolean(),
    toolkitCount: z.number(),
    subAgentCount: z.number(),
    toolCount: z.number(),
  }),
}

const base = {
  id: Uuid,
  name: z.string(),
  description: z.string(),
  projectId: Uuid,
  ownerId: Uuid.describe('The end user it belongs to; equal to the project for those of the project.'),
  isOwn: z.boolean().describe('Whether the acting user can change it.'),
  workflowType: z.enum(workflowTypes),
  lifecycle: z.enum(lifecycles).describe('`ready` when the newest version has no errors.'),
  isActive: z.boolean(),
  isPublic: z.boolean(),
  version: z.string().describe('The newest version.'),
  versionNumber: z.number(),
  activeVersion: z.string().nullable().describe('The version that production executes.'),
  activeVersionNumber: z.number().nullable(),
  hasUnpublishedChanges: z.boolean(),
  agent: AgentView.nullish(),
  graph: Graph.nullish(),
  triggers: z.array(TriggerView),
  provenance: ProvenanceView.nullable(),
  clonedFromWorkflowId: z.string().nullable(),
  clonedFromVersion: z.string().nullable(),
  executionCount: z.number(),
  lastExecutedAt: Timestamp.optional(),
  tools: z.array(ToolView),
  ...marketplace,
  revision: z.number().describe('What the ETag is made of.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const WorkflowSummary = z
  .object({
    ...base,
    definitionOmitted: z
      .boolean()
      .optional()
      .describe('`graph` and `agent` are left out of a page that would be too large; read the detail.'),
  })
  .meta({ id: 'WorkflowSummary' })
export type WorkflowSummary = z.output<typeof WorkflowSummary>

const ConnectionView = z.object({
  id: Uuid,
  connectionId: z.string(),
  toolkitSlug: z.string(),
  displayName: z.string().nullable(),
  label: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const ToolkitAuthConfig = z.object({
  toolkitSlug: z.string(),
  authConfigId: z.string(),
  name: z.string().nullable(),
  authScheme: z.string().nullable(),
  status: z.string().nullable(),
})
export type ToolkitAuthConfig = z.output<typeof ToolkitAuthConfig>

const ToolkitConnection = z.object({
  toolkitSlug: z.string(),
  connectedAccountId: z.string(),
  displayName: z.string().nullable(),
  label: z.string().nullable(),
  status: z.string().nullable(),
  authConfigId: z.string().nullable(),
})

const Warning = z.object({ code: z.string(), message: z.string(), path: z.string() })
export type Warning = z.output<typeof Warning>

export const WorkflowView = z
  .object({
    ...base,
    agent: AgentView.nullable(),
    graph: Graph.nullable(),
    successfulExecutionCount: z.number().describe('Completed, without those that were stopped.'),
    stoppedExecutionCount: z
      .number()
      .describe('Completed, while a limit had ended their agent or an agent inside of them.'),
    failedExecutionCount: z.number(),
    connections: z.array(ConnectionView),
    toolkitAuthConfigs: z.array(ToolkitAuthConfig),
    toolkitConnections: z.array(ToolkitConnection),
    sourceVersionLatest: z
      .string()
      .optional()
      .describe('The newest version of the workflow it was duplicated from, as long as that is visible.'),
    requiredReplays: z.number(),
    warnings: z.array(Warning).describe('References to objects that do not exist anymore.'),
  })
  .meta({ id: 'Workflow' })
export type WorkflowView = z.output<typeof WorkflowView>
