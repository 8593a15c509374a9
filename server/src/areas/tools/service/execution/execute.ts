import type { Clock } from '../../../../kernel/clock.ts'
import type { Compute } from '../../../../kernel/compute/compute.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { storableJson } from '../../../../kernel/db/json.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { idOfName, isUuid, type NewId } from '../../../../kernel/ids.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import { startDeadline } from '../../../../kernel/net/deadline.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Files } from '../../../files/index.ts'
import type { AccountSource, DryRunRequest, ToolCall, ToolDefinition } from '../../../toolkits/index.ts'
import type { Usage } from '../../../usage/index.ts'
import type { ExecuteBody, ExecutionCode, ExecutionResult } from '../../schema/execution.ts'
import { digestOf } from '../catalogue/digest.ts'
import type { Finder, FoundTool } from '../catalogue/find-tool.ts'
import {
  createRedactor,
  maskedByName,
  type Redactor,
  secretArguments,
  secretsInRequest,
  secretsOf,
  withHiddenFiles,
  withoutNamedSecrets,
} from '../custom/hide-secrets.ts'
import type { CustomRunner } from '../custom/run-custom.ts'
import type { RequestSealer } from '../custom/sealed-request.ts'
import { staticSecrets } from '../custom/static-secrets.ts'
import { argumentsInvalid, refuseDisabled, toolChanged } from '../refusals.ts'
import { creditsOf } from '../to-response.ts'
import { argumentsIn } from './arguments-in.ts'
import { callFiles } from './call-files.ts'
import { type AccountUse, accountScope, type Chosen, createCredentialChoice } from './credentials.ts'
import type { Executions, Origin, StartedExecution } from './executions.ts'
import { cutShort, heldTo, type Outcome, retryAfterOf } from './outcome.ts'
import { createOutputs, type OutputDeps } from './output.ts'
import { runTool, type Tried } from './run-tool.ts'

export type ExecuteDeps = {
  db: Db
  clock: Clock
  newId: NewId
  usage: Usage
  files: Files
  schemas: OutputDeps['schemas']
  checks: SchemaChecks
  compute: Compute
  finder: Finder
  executions: Executions
  custom: CustomRunner
  requestSealer: RequestSealer
  accounts: AccountSource | null
}

export type ExecuteOptions = Origin &
  AccountUse & {
    signal: AbortSignal
    onDeprecated?: () => void
    /**
     * Names the step of the run (`runId`) that executes the tool. When the step is repeated, services that honour an
     * idempotency key are sent the same one again.
     */
    stepKey?: string
    /** The digest of the definition that was approved: no other one is executed. */
    definition?: string | undefined
  }

type Ready = Chosen & {
  found: FoundTool
  args: Record<string, unknown>
  /** Those that are no account's: of the caller and of the tool itself. */
  secrets: readonly string[]
  hide: Redactor
  body: ExecuteBody
}

/** Executes tools: checks, chooses the account, holds the credits, runs, checks the result, writes it all down. */
export function createExecute(deps: ExecuteDeps) {
  const { db, usage, checks, finder, executions, custom, accounts, files, requestSealer } = deps
  const choose = createCredentialChoice({ accounts })
  const sized = createOutputs({ ...deps, now: deps.clock.now })

  /** Only here are the hidden values of a request needed; every other finder gets the masked form. */
  const opened = (scope: Scope, found: FoundTool): FoundTool =>
    found.run.kind === 'provider'
      ? found
      : {
          ...found,
          run: {
            ...found.run,
            implementation: requestSealer.open(scope, found.id, found.run.implementation),
          },
        }

  /** Everything that can be refused before anything happens. */
  async function prepare(
    scope: Scope,
    toolSlug: string,
    body: ExecuteBody,
    options: ExecuteOptions,
  ): Promise<Ready> {
    if (body.proxyUrl !== undefined) throw noProxy()
    const stored = await finder.getVersion(db, scope, toolSlug, body.version)
    if (options.definition !== undefined && options.definition !== digestOf(stored))
      throw toolChanged(toolSlug)
    const found = opened(scope, stored)
    refuseClosed(found)
    const { definition } = found
    const input = argumentsIn(definition.slug, definition.inputParameters, body)
    const { value, faults } = await checks.check(definition.inputParameters, input, {
      projectId: scope.projectId,
      signal: options.signal,
    })
    if (faults.length > 0) throw argumentsInvalid(definition.slug, faults)
    const chosen = await choose(scope, found, body, options)
    return { ...chosen, found, body, ...hiding(chosen, found, value as Record<string, unknown>) }
  }

  function hiding({ credentials }: Chosen, found: FoundTool, args: Record<string, unknown>) {
    const implementation = found.run.kind === 'custom' ? found.run.implementation : null
    const secrets = [
      ...secretArguments(found.definition.inputParameters, args),
      ...secretsInRequest(args),
      ...staticSecrets(implementation, args),
    ]
    return { args, secrets, hide: createRedactor([...secretsOf(credentials), ...secrets]) }
  }

  const callOf = (
    scope: Scope,
    ready: Ready,
    { executionId, idempotencyKey, threadId }: CallIds,
  ): Omit<ToolCall, 'signal'> => ({
    scope,
    toolkit: ready.toolkit,
    tool: ready.found.definition,
    arguments: ready.args,
    credentials: ready.credentials,
    ...(ready.baseUrl === undefined ? {} : { baseUrl: ready.baseUrl }),
    timeoutMs: ready.body.timeoutMs,
    idempotencyKey,
    executionId,
    ...(threadId === undefined ? {} : { threadId }),
    ...callFiles(files, scope),
  })

  /** Each attempt has its own credentials, which may have been refreshed: none of them ends up in a file. */
  const execute =
    ({ found: { run }, secrets }: Ready) =>
    (toolCall: ToolCall) => {
      const call = withHiddenFiles(toolCall, [...secretsOf(toolCall.credentials), ...secrets])
      return run.kind === 'provider' ? run.execute(call) : custom.run(run.implementation!, call)
    }

  async function dryRun({ run }: FoundTool, call: ToolCall): Promise<DryRunRequest | null> {
    if (run.kind === 'provider') return (await run.dryRun?.(call)) ?? null
    if (run.implementation?.kind !== 'http') return null
    const { method, url, headers, body } = custom.requestOf(run.implementation, call)
    return { method, url, headers, body: body ?? null }
  }

  async function dryRunResult(scope: Scope, ready: Ready): Promise<ExecutionResult> {
    const { found, hide, args } = ready
    const ids = { executionId: '', idempotencyKey: '', threadId: undefined }
    const request = await dryRun(found, { ...callOf(scope, ready, ids), signal: AbortSignal.abort() })
    const visible = request && hide(request)
    return {
      ...emptyResult(ready.found.definition, ready.credentials),
      successful: true,
      data: hide({ arguments: withoutNamedSecrets(args) }),
      dryRun: true,
      request: visible && { ...visible, headers: maskedByName(visible.headers) },
    }
  }

  async function perform(scope: Scope, ready: Ready, options: ExecuteOptions): Promise<ExecutionResult> {
    const { found, hide, args, body } = ready
    const { slug, toolkitSlug, version } = found.definition
    const started = await executions.begin(scope, {
      ...originOf(body, options),
      toolSlug: slug,
      toolkitSlug,
      version,
      timeoutMs: body.timeoutMs,
      connectedAccountId: ready.credentials?.connectedAccountId ?? null,
      arguments: hide(withoutNamedSecrets(args)),
      priceMicro: found.priceMicro ?? usage.priceOf('tool.default'),
    })
    const startedAt = performance.now()
    let isLate = false
    const late = () => {
      isLate = true
      return new Error('the tool timed out')
    }
    const deadline = startDeadline(body.timeoutMs, late, options.signal)
    try {
      const call = callOf(scope, ready, {
        executionId: started.id,
        idempotencyKey: idempotencyKeyOf(options) ?? started.id,
        threadId: originOf(body, options).threadId,
      })
      const tried = await runTool(execute(ready), call, {
        renew: (refused) => accounts?.renew(accountScope(scope, options), refused) ?? null,
        signal: deadline.signal,
        deadline: startedAt + body.timeoutMs,
      }).finally(deadline.end)
      await requireScopes(scope, ready, tried, options)
      return await finish(
        scope,
        ready,
        started,
        {
          ...tried,
          outcome: cutShort(tried.outcome, options.signal, isLate, body.timeoutMs),
        },
        startedAt,
      )
    } catch (error) {
      const isRefusal = error instanceof AppError
      const reported = isRefusal ? error.message : 'The tool could not be executed.'
      await executions.end(started, {
        ...failed(isRefusal ? 'refused' : 'internal', hide(reported)),
        durationMs: Math.round(performance.now() - startedAt),
        connectedAccountId: startedAccount(ready),
      })
      throw error
    }
  }

  /** Ends the call with a link for its end user where the service wants rights that the account does not have. */
  async function requireScopes(
    scope: Scope,
    { toolkit, requested }: Ready,
    { outcome, credentials }: Tried,
    options: ExecuteOptions,
  ): Promise<void> {
    const scopes = outcome.successful ? undefined : outcome.requiredScopes
    if (accounts && credentials && requested && scopes)
      await accounts.requireScopes(accountScope(scope, options), toolkit, credentials, requested, scopes)
  }

  async function finish(
    scope: Scope,
    ready: Ready,
    started: StartedExecution,
    { outcome: raw, tries, credentials }: Omit<Tried, 'outcome'> & { outcome: Outcome },
    startedAt: number,
  ): Promise<ExecutionResult> {
    const { found, body } = ready
    const isRenewed = credentials !== ready.credentials
    // A renewed token is as secret as the one before.
    const renewed = isRenewed ? secretsOf(credentials) : []
    const secrets = [...secretsOf(ready.credentials), ...renewed, ...ready.secrets]
    const hide = isRenewed ? createRedactor(secrets) : ready.hide
    const output = await sized(scope, {
      toolSlug: found.definition.slug,
      data: raw.data ?? null,
      schema: raw.successful ? found.definition.outputParameters : null,
      secrets,
    })
    const { data, isTruncated, fileId, warnings } = output
    const outcome = heldTo(raw, output, body.strictOutput)
    const durationMs = Math.round(performance.now() - startedAt)
    const visible = {
      error: outcome.successful ? null : hide(outcome.error),
      errorCode: outcome.successful ? null : outcome.errorCode,
      upstreamStatus: outcome.upstreamStatus ?? null,
      connectedAccountId: credentials?.connectedAccountId ?? null,
      durationMs,
      tries,
      fileId,
    }
    const chargedMicro = await executions.end(started, {
      ...visible,
      connectedAccountId: startedAccount({ credentials }),
      isSuccess: outcome.successful,
      isTruncated,
      result: storableJson(data),
    })
    return {
      ...emptyResult(ready.found.definition, ready.credentials),
      ...visible,
      successful: outcome.successful,
      data,
      logId: started.id,
      creditsCharged: creditsOf(chargedMicro),
      ...retryAfterOf(outcome),
      truncated: isTruncated,
      warnings: body.strictOutput ? [] : warnings,
    }
  }

  async function runReady(scope: Scope, ready: Ready, options: ExecuteOptions): Promise<ExecutionResult> {
    if (ready.found.definition.isDeprecated) options.onDeprecated?.()
    if (ready.body.dryRun) return dryRunResult(scope, ready)
    return executions.inSlot(scope, () => perform(scope, ready, options))
  }

  return {
    execute: async (
      scope: Scope,
      toolSlug: string,
      body: ExecuteBody,
      options: ExecuteOptions,
    ): Promise<ExecutionResult> => runReady(scope, await prepare(scope, toolSlug, body, options), options),
    /** A tool that was made up for this call, with arguments that were checked already. */
    async executeFound(
      scope: Scope,
      found: FoundTool,
      args: Record<string, unknown>,
      body: ExecuteBody,
      options: ExecuteOptions,
    ): Promise<ExecutionResult> {
      refuseClosed(found)
      const chosen = await choose(scope, found, body)
      return runReady(scope, { ...chosen, found, body, ...hiding(chosen, found, args) }, options)
    },
  }
}

export type Executor = ReturnType<typeof createExecute>

// Never change it: a step that is repeated by a later release must be known by the same key.
const stepNamespace = Buffer.from('4f0e5d7c1b7b4a9c8a0e6f25d3c1b2a7', 'hex')

/** One for each step of a run, however often the step is executed; null where the call belongs to none. */
export const idempotencyKeyOf = ({ runId, stepKey }: Pick<ExecuteOptions, 'runId' | 'stepKey'>) =>
  runId === undefined || stepKey === undefined ? null : idOfName(stepNamespace, `${runId}/${stepKey}`)

const startedAccount = ({ credentials }: Pick<Ready, 'credentials'>): string | null => {
  const id = credentials?.connectedAccountId
  return id && isUuid(id) ? id : null
}

const failed = (errorCode: ExecutionCode, error: string) => ({
  isSuccess: false,
  errorCode,
  error,
  upstreamStatus: null,
  result: null,
  isTruncated: false,
  fileId: null,
  tries: 1,
})

type CallIds = { executionId: string; idempotencyKey: string; threadId: string | undefined }

const originOf = (body: ExecuteBody, options: Origin): Origin => ({
  workflowId: options.workflowId ?? body.workflowId,
  runId: options.runId,
  threadId: options.threadId ?? body.threadId,
  mcpServerId: options.mcpServerId ?? body.mcpServerId,
})

export const emptyResult = (
  { slug, version }: Pick<ToolDefinition, 'slug' | 'version'>,
  credentials: Ready['credentials'],
): ExecutionResult => ({
  successful: false,
  data: null,
  error: null,
  errorCode: null,
  logId: null,
  durationMs: 0,
  creditsCharged: 0,
  toolSlug: slug,
  version,
  connectedAccountId: credentials?.connectedAccountId ?? null,
  upstreamStatus: null,
  retryAfter: null,
  retryAfterMs: null,
  tries: 0,
  truncated: false,
  fileId: null,
  warnings: [],
  sessionInfo: null,
  dryRun: false,
  request: null,
})

function refuseClosed(found: FoundTool): void {
  refuseDisabled(found)
  const { definition, run } = found
  if (definition.type !== 'action')
    throw new AppError('tool_not_executable', `${definition.slug} is a trigger and cannot be executed`, {
      hint: 'Create a trigger with it.',
    })
  if (run.kind === 'custom' && run.implementation === null)
    throw new AppError('tool_not_executable', `${definition.slug} has no implementation`, {
      hint: 'Add a script or an http request with PATCH /api/v1/tools/byId/{id}.',
    })
}

const noProxy = () =>
  new AppError('invalid_parameter', 'proxyUrl is not supported: requests are always sent by this server', {
    hint: 'Omit proxyUrl.',
  })
