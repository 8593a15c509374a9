import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'

const maxBiases = 1_000
const enabled = z.boolean().optional()
const ModelName = z.string().min(1).max(200)
const ToolNames = z.array(z.string().min(1).max(100)).max(200)
const maxDecidedTools = 200
const DecidedBy = z.enum(['end_user', 'operator', 'both'])
const limits = {
  enabled,
  threadLimit: z.int().min(1).optional(),
  runLimit: z.int().min(1).optional(),
}

export const ModelSettings = z.strictObject({
  model: ModelName.optional().describe('`vendor/model`.'),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().min(1).max(10_000_000).optional(),
  cacheToolsAndPrompt: z
    .boolean()
    .optional()
    .describe('Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter.'),
  topP: z.number().min(0).max(1).optional(),
  topK: z.number().min(1).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  repetitionPenalty: z.number().min(0).max(2).optional(),
  minP: z.number().min(0).max(1).optional(),
  topA: z.number().min(0).max(1).optional(),
  seed: z.number().optional(),
  stop: z.array(z.string().max(200)).max(16).optional(),
  logitBias: z
    .record(z.string().max(20), z.number().min(-100).max(100))
    .refine((given) => Object.keys(given).length <= maxBiases, `must have at most ${maxBiases} entries`)
    .optional()
    .describe('Token id to bias.'),
  topLogprobs: z
    .int()
    .min(0)
    .max(20)
    .optional()
    .describe('Has no effect: responses have no token probabilities.'),
  reasoningEffort: z.enum(['none', 'low', 'medium', 'high']).optional(),
})
export type ModelSettings = z.output<typeof ModelSettings>

const Computer = z.strictObject({
  enabled,
  templateId: z.string().max(200).optional(),
  maxDurationSec: z.int().min(1).optional(),
})

const Summarization = z.strictObject({
  enabled,
  trigger: openObject().optional(),
  keep: openObject().optional(),
  model: ModelName.optional(),
  maxTokensBeforeSummary: z.number().optional(),
  prefix: z.string().max(10_000).optional(),
})

const ToolRetry = z.strictObject({
  enabled,
  maxRetries: z.int().min(0).max(10).optional(),
  backoffFactor: z.number().min(0).optional(),
  initialDelayMs: z.number().min(0).optional(),
  maxDelayMs: z.number().min(0).optional(),
  jitter: z.boolean().optional(),
  tools: ToolNames.optional(),
  onFailure: z.enum(['continue', 'error']).optional(),
})

const ToolSelector = z.strictObject({
  enabled,
  model: ModelName.optional(),
  maxTools: z.int().min(1).optional(),
  alwaysInclude: ToolNames.optional(),
  autoEnableIfToolCountGte: z.int().min(1).optional(),
})

const HumanApproval = z.strictObject({
  enabled,
  mode: z.enum(['sensitiveOnly']).optional(),
  sensitiveToolNames: ToolNames.optional(),
  alwaysAllowedToolNames: ToolNames.optional(),
  decidedBy: DecidedBy.optional().describe(
    'Who decides: the end user of the conversation, the team of the project (`operator`), or `both`. Without it `operator` for sensitive and destructive tools and those with an account of the owner or the project, `both` for others.',
  ),
  decidedByTool: z
    .record(z.string().min(1).max(100), DecidedBy)
    .refine(
      (tools) => Object.keys(tools).length <= maxDecidedTools,
      `must have at most ${maxDecidedTools} entries`,
    )
    .optional()
    .describe('The same for single tools, by their names.'),
  allowedDecisions: z.array(z.string().max(64)).max(20).optional(),
  messageToUser: z.string().max(2_000).optional(),
  timeoutSec: z
    .int()
    .min(1)
    .max(90 * 86_400)
    .optional()
    .describe('After which a request counts as rejected; 7 days without it.'),
})

const Budget = z.strictObject({
  maxCreditsPerRun: z
    .number()
    .positive()
    .optional()
    .describe('No further model or tool is called once a run has used so many credits.'),
  maxSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .optional()
    .describe('Seconds of work in one run, without the time it waited for humans; 900 by default.'),
})

export const AgentCapabilities = z.strictObject({
  computer: Computer.optional(),
  generalPurpose: z
    .strictObject({ enabled })
    .optional()
    .describe(
      'The agent can pass tasks to a copy of itself, `general-purpose`, with a separate conversation.',
    ),
  summarization: Summarization.optional(),
  todoList: z
    .strictObject({
      enabled,
      strict: z
        .boolean()
        .optional()
        .describe('A response is not accepted while items of the list are open, twice at most.'),
    })
    .optional(),
  toolRetry: ToolRetry.optional(),
  modelFallback: z
    .strictObject({ enabled, fallbackModels: z.array(ModelName).max(10).optional() })
    .optional(),
  toolSelector: ToolSelector.optional(),
  humanApproval: HumanApproval.optional(),
  modelCallLimit: z.strictObject({ ...limits, exitBehavior: z.enum(['end', 'error']).optional() }).optional(),
  toolCallLimit: z
    .strictObject({
      ...limits,
      exitBehavior: z.enum(['continue', 'end', 'error']).optional(),
      toolName: z.string().max(100).optional(),
    })
    .optional(),
  budget: Budget.optional(),
  userFriendlyErrors: z
    .boolean()
    .optional()
    .describe('Shows failures to end users without technical terms; the execution has the details.'),
  longTermMemory: z.strictObject({ enabled, instructions: z.string().max(4_000).optional() }).optional(),
})
