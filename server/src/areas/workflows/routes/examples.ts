const at = '2026-01-02T03:04:05.678Z'
const projectId = '0199f1a0-0000-7000-8000-000000000001'

/** Works unchanged: built-in tools, no account, no model. */
export const exampleGraph = {
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'shout',
      type: 'action',
      toolSlug: 'text_change_case',
      inputMapping: { text: '{{ input.name }}', to: 'upper' },
    },
    { id: 'end', type: 'end', output: { greeting: 'Hello {{ nodes.shout.output.text }}' } },
  ],
  edges: [
    { from: 'start', to: 'shout' },
    { from: 'shout', to: 'end' },
  ],
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}

const capabilities = {
  hasSkills: false,
  skillCount: 0,
  hasKnowledge: false,
  hasDatabase: false,
  hasCron: false,
  requiresAuth: false,
  toolkitCount: 1,
  subAgentCount: 0,
  toolCount: 1,
}

export const exampleSummary = {
  id: '0199f1a0-0000-7000-8000-0000000000a1',
  name: 'Greeting',
  description: 'Greets a user loudly.',
  projectId,
  ownerId: projectId,
  isOwn: true,
  workflowType: 'static',
  lifecycle: 'ready',
  isActive: false,
  isPublic: false,
  version: '1.0.0',
  versionNumber: 1,
  activeVersion: null,
  activeVersionNumber: null,
  hasUnpublishedChanges: false,
  agent: null,
  graph: exampleGraph,
  triggers: [],
  provenance: null,
  clonedFromWorkflowId: null,
  clonedFromVersion: null,
  executionCount: 0,
  tools: [
    {
      toolSlug: 'text_change_case',
      toolName: 'Change case',
      toolkitSlug: 'text',
      toolkitName: 'Text',
      needsAccount: false,
    },
  ],
  marketplaceCategory: null,
  marketplaceAudience: null,
  marketplaceTagline: null,
  marketplaceSetupGuide: null,
  marketplaceHighlights: null,
  marketplaceCapabilities: capabilities,
  revision: 1,
  createdAt: at,
  updatedAt: at,
}

export const exampleWorkflow = {
  ...exampleSummary,
  successfulExecutionCount: 0,
  stoppedExecutionCount: 0,
  failedExecutionCount: 0,
  connections: [],
  toolkitAuthConfigs: [],
  toolkitConnections: [],
  requiredReplays: 0,
  warnings: [],
}

export const exampleParams = { id: exampleWorkflow.id }
