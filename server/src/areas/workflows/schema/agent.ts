import { z } from 'zod'
import { openObject, Uuid } from '../../../kernel/http/shapes.ts'
import { AgentBehavior, AgentIdentity } from './agent-behavior.ts'
import { AgentCapabilities, ModelSettings } from './agent-capabilities.ts'

export const maxPromptLength = 100_000

const Ids = z.array(Uuid).max(200)
const Slugs = z.array(z.string().min(1).max(100)).max(200)
const JsonSchemaObject = openObject().describe('A JSON Schema.')

const McpConfig = z.strictObject({
  name: z
    .string()
    .min(3)
    .max(100)
    .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, - and _, and not begin with a mark')
    .describe('The slug of the toolkit that its tools become.'),
  url: z.url({ protocol: /^(https?|stdio)$/ }).max(2_000),
  headers: z
    .record(z.string().min(1).max(200), z.string().max(8_192))
    .optional()
    .describe('Stored encrypted with the toolkit, and never returned.'),
  tools: z.array(z.string().min(1).max(200)).max(500).optional().describe('Only these; all without it.'),
})
export type McpConfig = z.output<typeof McpConfig>

/** As an agent has it: what is sent to the server, and what was approved of it, belong to the toolkit. */
export type McpServerRef = Pick<McpConfig, 'name' | 'url' | 'tools'>

const OwnerConnections = z.strictObject({
  enabled: z.boolean().optional(),
  toolkits: z
    .array(z.strictObject({ toolkitSlug: z.string().min(1).max(128), toolSlugs: Slugs.optional() }))
    .max(100)
    .optional()
    .describe('Toolkits whose tools visitors may use with the connections of the owner.'),
})

const ToolModes = z.enum(['NORMAL', 'META'])

const AgentTools = z.strictObject({
  mode: ToolModes.optional().describe(
    '`NORMAL`: the model sees the pinned tools. `META`: it searches for tools and executes what it finds.',
  ),
  discoveryWhitelist: z.boolean().optional().describe('In `META` mode: only the pinned tools can be found.'),
  pinnedSlugs: Slugs.optional(),
  externalMcpConfigs: z
    .array(z.union([z.string().min(1).max(120), McpConfig]))
    .max(20)
    .optional()
    .describe(
      'Other MCP servers whose tools the agent can use, beside the pinned ones. Each becomes a toolkit of the project: what it says about its tools is approved as it is now, which requires `toolkits:write`. A name is that of one that the agent has, or of an imported MCP server.',
    ),
  connectionCallbackUrl: z.string().max(2_048).nullish(),
  visitorOwnerConnections: OwnerConnections.optional(),
})

const shared = {
  prompt: z.string().max(maxPromptLength).optional(),
  modelSettings: ModelSettings.optional(),
  knowledgeCollectionIds: Ids.optional(),
  databaseCollectionIds: Ids.optional(),
  databaseAccessPolicies: openObject().optional(),
}

/** What an agent is: its prompt, model, tools and behavior. */
export const AgentInput = z.strictObject({
  ...shared,
  capabilities: AgentCapabilities.optional(),
  behavior: AgentBehavior.optional(),
  identity: AgentIdentity.optional(),
  skillIds: Ids.optional(),
  subAgentIds: Ids.optional(),
  workflowIds: Ids.optional().describe('Workflows that the agent can execute as tools.'),
  starterPrompts: z.array(z.string().max(200)).max(8).optional(),
  avatarUrl: z
    .string()
    .max(500)
    .regex(/^(file:[0-9a-fA-F-]{36}|https:\/\/\S+)$/, 'must be file:<id> or an https URL')
    .optional(),
  tools: AgentTools.optional(),
  inputSchema: JsonSchemaObject.optional(),
  outputSchema: JsonSchemaObject.optional(),
})
export type AgentInput = z.output<typeof AgentInput>

/** The agent of one node: the same, with its tools by name. */
export const NodeAgentInput = z.strictObject({ ...shared, toolSlugs: Slugs.optional() })

/** As it is stored. */
export type Agent = Omit<AgentInput, 'tools'> & {
  tools?: Omit<NonNullable<AgentInput['tools']>, 'externalMcpConfigs'> & {
    externalMcpConfigs?: McpServerRef[]
  }
}

export const AgentView = z
  .object({
    ...AgentInput.shape,
    prompt: z.string(),
    tools: z.object({
      ...AgentTools.shape,
      mode: ToolModes,
      externalMcpConfigs: z.array(z.string()).optional().describe('Names; the rest is that of the toolkits.'),
      visitorOwnerConnections: z
        .object({
          enabled: z.boolean(),
          toolkits: z.array(z.object({ toolkitSlug: z.string(), toolSlugs: z.array(z.string()).optional() })),
        })
        .optional(),
    }),
  })
  .meta({ id: 'Agent' })
export type AgentView = z.output<typeof AgentView>

export function agentView({ tools = {}, ...agent }: Agent): AgentView {
  const { visitorOwnerConnections: shared, externalMcpConfigs: remote, ...rest } = tools
  return {
    ...agent,
    prompt: agent.prompt ?? '',
    tools: {
      ...rest,
      mode: tools.mode ?? 'NORMAL',
      ...(remote ? { externalMcpConfigs: remote.map(({ name }) => name) } : {}),
      ...(shared
        ? { visitorOwnerConnections: { enabled: shared.enabled ?? false, toolkits: shared.toolkits ?? [] } }
        : {}),
    },
  }
}
