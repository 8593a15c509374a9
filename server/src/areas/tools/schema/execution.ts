import { z } from 'zod'
import { openObject, Timestamp, Uuid } from '../../../kernel/http/shapes.ts'

export const timeoutLimits = { min: 1, max: 300_000, fallback: 60_000 } as const

const Values = openObject()

const CustomAuthParams = z
  .strictObject({
    baseUrl: z.string().max(2000).optional(),
    parameters: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(200),
          in: z.enum(['query', 'header']),
          value: z.unknown(),
        }),
      )
      .max(20)
      .optional(),
    body: Values.optional(),
  })
  .describe('Credentials for this call only. They are not stored.')

const CustomConnectionData = z
  .strictObject({ authScheme: z.string().max(50), toolkitSlug: z.string().max(100), val: Values })
  .describe('Connection fields for this call only. They are not stored.')

const call = {
  arguments: Values.optional(),
  text: z.string().max(100_000).optional().describe('For tools with a single text argument.'),
  connectedAccountId: z.string().max(100).optional(),
  accountLabel: z.string().max(200).optional().describe('Use the account with this label.'),
  version: z.string().max(50).optional(),
  customAuthParams: CustomAuthParams.optional(),
  customConnectionData: CustomConnectionData.optional(),
  timeoutMs: z.int().min(timeoutLimits.min).max(timeoutLimits.max).default(timeoutLimits.fallback),
  strictOutput: z.boolean().default(false).describe('Fail if the result does not match `outputParameters`.'),
  dryRun: z
    .boolean()
    .default(false)
    .describe(
      'Validate everything and return the request if the tool makes a single one, without sending or charging anything.',
    ),
  allowTracing: z
    .boolean()
    .optional()
    .meta({ default: false, description: 'Ignored: every execution is logged.' }),
  proxyUrl: z
    .string()
    .max(2000)
    .optional()
    .describe('Not supported: requests are always sent by this server.'),
  invokeViaMcp: z.boolean().optional().meta({
    default: false,
    description: 'Ignored: a tool of an MCP server is always called by MCP, and any other never.',
  }),
  preferOwnerConnectionBinds: z.boolean().optional().meta({
    default: false,
    description:
      "Ignored: the acting user's accounts are used; agents grant accounts of their owner with `visitorOwnerConnections`.",
  }),
  mcpServerId: z.string().max(100).optional(),
  metaSessionId: z.string().max(200).optional(),
  workflowId: Uuid.optional(),
  threadId: z.string().max(200).optional(),
}

export const ExecuteBody = z.strictObject(call)
export type ExecuteBody = z.output<typeof ExecuteBody>

export const ExecuteParams = z.object({ toolSlug: z.string().min(1).max(100) })

export const BatchBody = z.strictObject({
  calls: z
    .array(z.strictObject({ toolSlug: z.string().min(1).max(100), ...call }))
    .min(1)
    .max(20),
  mode: z.enum(['sequential', 'parallel']).default('sequential'),
  stopOnError: z.boolean().default(false).describe('In sequential mode, stop after the first failure.'),
})
export type BatchBody = z.output<typeof BatchBody>

export const executionCodes = [
  'arguments_invalid',
  'auth_expired',
  'insufficient_scope',
  'rate_limited',
  'not_found',
  'timeout',
  'upstream_4xx',
  'upstream_5xx',
  'upstream_unreachable',
  'host_not_allowed',
  'script_error',
  'output_invalid',
  'output_too_large',
  'cancelled',
  'interrupted',
  'refused',
  'internal',
] as const
export type ExecutionCode = (typeof executionCodes)[number]

export const ExecutionResult = z
  .object({
    successful: z.boolean(),
    data: z.unknown(),
    error: z.string().nullable(),
    errorCode: z.enum(executionCodes).nullable(),
    logId: z.uuid().nullable().describe('Null for a dry run.'),
    toolSlug: z.string(),
    version: z.string(),
    durationMs: z.int(),
    creditsCharged: z.number(),
    connectedAccountId: z.string().nullable(),
    upstreamStatus: z.int().nullable(),
    retryAfter: z
      .int()
      .nullable()
      .describe('With `rate_limited`: seconds until the service can be called again.'),
    retryAfterMs: z.int().nullable(),
    tries: z.int(),
    truncated: z.boolean(),
    fileId: z.uuid().nullable().describe('The file with the full result if it was too large.'),
    warnings: z.array(z.string()),
    sessionInfo: z.null(),
    dryRun: z.boolean(),
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.unknown(),
      })
      .nullable()
      .describe('The request that a dry run would have sent, without secrets.'),
  })
  .meta({ id: 'ToolExecution' })
export type ExecutionResult = z.output<typeof ExecutionResult>

export const BatchResult = z
  .object({
    successful: z.int(),
    failed: z.int(),
    results: z.array(
      z.object({
        toolSlug: z.string(),
        status: z.enum(['executed', 'refused', 'skipped']),
        result: ExecutionResult.nullable(),
        refusal: z
          .object({
            code: z.string(),
            message: z.string(),
            details: z.array(z.unknown()),
            hint: z.string().nullable(),
            facts: Values.describe('The error details of a single call.'),
          })
          .nullable(),
      }),
    ),
  })
  .meta({ id: 'ToolBatch' })
export type BatchResult = z.output<typeof BatchResult>

export const ProxyBody = z.strictObject({
  connectedAccountId: z.string().max(100).optional(),
  toolkitSlug: z
    .string()
    .max(100)
    .optional()
    .describe('Alternative to an account: use the newest account of the acting user for this toolkit.'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
  endpoint: z
    .string()
    .min(1)
    .max(4000)
    .describe('A path below the base URL of the toolkit, or a URL on its hosts.'),
  headers: z.record(z.string().max(200), z.string().max(8000)).default({}),
  query: z.record(z.string().max(200), z.union([z.string(), z.number(), z.boolean()])).default({}),
  body: z.unknown().optional(),
  timeoutMs: z.int().min(timeoutLimits.min).max(timeoutLimits.max).default(timeoutLimits.fallback),
})
export type ProxyBody = z.output<typeof ProxyBody>

export const ExecutionLog = z
  .object({
    id: z.uuid(),
    logId: z.uuid(),
    toolSlug: z.string(),
    toolkitSlug: z.string(),
    version: z.string(),
    logKind: z.enum(['actions', 'triggers']),
    status: z.enum(['running', 'succeeded', 'failed']),
    successful: z.boolean(),
    error: z.string().nullable(),
    errorCode: z.enum(executionCodes).nullable(),
    upstreamStatus: z.int().nullable(),
    connectedAccountId: z.string().nullable(),
    workflowId: z.string().nullable(),
    threadId: z.string().nullable(),
    mcpServerId: z.string().nullable(),
    eUID: z.uuid(),
    tries: z.int(),
    durationMs: z.int().nullable(),
    creditsCharged: z.number(),
    truncated: z.boolean(),
    fileId: z.string().nullable(),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ToolExecutionLog' })
export type ExecutionLog = z.output<typeof ExecutionLog>

export const ExecutionLogDetail = ExecutionLog.extend({
  arguments: z.unknown().describe('Null if the project does not store payloads. Secrets are redacted.'),
  result: z.unknown(),
}).meta({ id: 'ToolExecutionLogDetail' })
export type ExecutionLogDetail = z.output<typeof ExecutionLogDetail>
