import type { Clock } from '../../../../kernel/clock.ts'
import { storableJson } from '../../../../kernel/db/json.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { JsonSchemas } from '../../../../kernel/json-schema/json-schemas.ts'
import { isLightSchema, isLightValue } from '../../../../kernel/json-schema/weight.ts'
import type { NodeLease } from '../../../../kernel/leases/node-lease.ts'
import { deferRows, type RowBatch, type RowWriter } from '../../../../kernel/runs/deferred-rows.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ToolCall, ToolDefinition, ToolOutcome } from '../../../toolkits/index.ts'
import type { SpentWork, Usage } from '../../../usage/index.ts'
import type { ExecuteBody, ExecutionResult } from '../../schema/execution.ts'
import { type EndedExecution, insertingEnded } from '../../store/ahead-execution.ts'
import {
  createRedactor,
  type Redactor,
  secretArguments,
  secretsInRequest,
  withoutNamedSecrets,
} from '../custom/hide-secrets.ts'
import { argumentsInvalid } from '../refusals.ts'
import { creditsOf } from '../to-response.ts'
import { argumentsIn } from './arguments-in.ts'
import { emptyResult } from './execute.ts'
import { costOf, failedAs, newExecutionOf, type Origin, workOf } from './executions.ts'
import { createExpectedPrices } from './expected-prices.ts'
import { heldTo, type Outcome } from './outcome.ts'
import { shapeOutput } from './shape-output.ts'
import type { ToolTraits } from './traits.ts'

export type AheadCall = Pick<ExecuteBody, 'arguments' | 'text' | 'version'> & { strictOutput?: boolean }

/** What a tool that only computes answered, with its log row and its charge for the caller to commit. */
export type AheadExecution = { result: ExecutionResult; rows: RowBatch }

/** A built-in tool that only computes. */
export type ComputingTool = {
  readonly definition: ToolDefinition
  /** Null for arguments that are worth a thread. */
  run(args: ToolCall['arguments']): Promise<ToolOutcome> | null
}

export type AheadDeps = {
  clock: Clock
  newId: NewId
  lease: NodeLease
  usage: Usage
  schemas: JsonSchemas
  findComputing(slug: string): ComputingTool | null
  traits(scope: Scope, slug: string): Promise<ToolTraits>
}

type Row = { execution: EndedExecution; spent: SpentWork }

/**
 * Executes a tool that only computes without a round trip: the same checks, redaction, price and result as
 * `execute`, and its log row and charge as rows that the caller commits with its own records (`StepOptions.deferredRows`).
 * Until then the result must not be shown. At the commit the rules of the ledger are applied, and the rows are refused
 * if the tool is disabled, costs something else than expected, cannot be paid, or its end user was deleted: the caller
 * then calls `execute`, which says why. Null where `execute` has to be called directly.
 */
export function createExecuteAhead(deps: AheadDeps) {
  const { clock, newId, lease, usage, schemas, findComputing } = deps
  const prices = createExpectedPrices(deps.traits)

  /** For each project its executions are one statement, and their charges another. */
  const writer: RowWriter<Row> = {
    statements(rows) {
      const spent = rows.map((row) => row.spent)
      const executions = executionsByProject(rows).map(([projectId, all], at) =>
        insertingEnded(projectId, all, at === 0 ? usage.spendMany.locks(spent) : undefined),
      )
      return [...executions, ...usage.spendMany.behindLocks(spent)]
    },
    onCommitted: (rows) => usage.spendMany.onCommitted?.(rows.map(({ spent }) => spent)),
    onRefused(rows) {
      usage.spendMany.onRefused?.(rows.map(({ spent }) => spent))
      for (const { spent } of rows) prices.forget(spent.scope)
    },
  }

  function resultOf(
    definition: ToolDefinition,
    outcome: ToolOutcome,
    secrets: readonly string[],
    isStrict: boolean,
  ) {
    const schema = outcome.successful ? definition.outputParameters : null
    const data = outcome.data ?? null
    if (!isLightValue(data) || (schema && !isLightSchema(schema))) return null
    const shaped = shapeOutput(schemas, { data, large: null, schema, secrets })
    if (shaped.kind !== 'whole') return null
    const output = { ...shaped, isTruncated: false, fileId: null, refusal: null }
    return { ...shaped, outcome: heldTo(outcome, output, isStrict) }
  }

  return async function executeAhead(
    scope: Scope,
    toolSlug: string,
    call: AheadCall,
    origin: Origin,
  ): Promise<AheadExecution | null> {
    const tool = findComputing(toolSlug)
    if (!tool || !isCurrent(call.version, tool.definition) || !usage.isFastPathLikely(scope)) return null
    const priceMicro = await prices.find(scope, toolSlug)
    if (priceMicro === null) return null
    const { definition } = tool
    const input = argumentsIn(toolSlug, definition.inputParameters, call)
    if (!isLightSchema(definition.inputParameters) || !isLightValue(input)) return null
    const { value, faults } = schemas.compile(definition.inputParameters).check(input)
    if (faults.length > 0) throw argumentsInvalid(toolSlug, faults)
    const args = value as Record<string, unknown>
    const startedAt = performance.now()
    // A fault of ours is reported by the way that logs it.
    const ran = await tool.run(args)?.catch(() => null)
    const secrets = [...secretArguments(definition.inputParameters, args), ...secretsInRequest(args)]
    const ended = ran ? resultOf(definition, ran, secrets, call.strictOutput ?? false) : null
    if (!ended) return null
    const durationMs = Math.round(performance.now() - startedAt)
    const row = rowOf(
      scope,
      definition,
      { args, priceMicro, durationMs, hide: createRedactor(secrets), ...ended },
      origin,
    )
    const { isSuccess, error, errorCode, chargedMicro, id } = row.execution
    return {
      rows: deferRows(writer, row),
      result: {
        ...emptyResult(definition, null),
        successful: isSuccess,
        data: ended.data,
        error,
        errorCode,
        logId: id,
        durationMs,
        creditsCharged: creditsOf(chargedMicro),
        tries: 1,
        warnings: call.strictOutput ? [] : ended.warnings,
      },
    }
  }

  function rowOf(scope: Scope, definition: ToolDefinition, ended: Ended, origin: Origin): Row {
    const { outcome, hide, priceMicro, durationMs } = ended
    const { slug, toolkitSlug, version } = definition
    const request = {
      ...origin,
      toolSlug: slug,
      toolkitSlug,
      version,
      connectedAccountId: null,
      arguments: hide(withoutNamedSecrets(ended.args)),
      priceMicro,
      timeoutMs: 0,
    }
    const execution = newExecutionOf(request, { id: newId(), at: clock.now(), nodeId: lease.nodeId })
    const { successful: isSuccess } = outcome
    const failure = outcome.successful
      ? { errorCode: null, error: null }
      : { errorCode: outcome.errorCode, error: hide(outcome.error) }
    return {
      spent: {
        scope,
        work: workOf(execution),
        result: isSuccess ? { cost: costOf(priceMicro) } : { releasedBecause: failedAs(failure) },
      },
      execution: {
        ...execution,
        ...failure,
        projectId: scope.projectId,
        externalUserId: scope.externalUser.id,
        isSuccess,
        result: storableJson(ended.data),
        durationMs,
        chargedMicro: isSuccess ? priceMicro : 0,
        endedAt: clock.now(),
        listedMicro: usage.priceOf('tool.default'),
      },
    }
  }
}

export type ExecuteAhead = ReturnType<typeof createExecuteAhead>

const executionsByProject = (rows: readonly Row[]): [string, EndedExecution[]][] => [
  ...Map.groupBy(
    rows.map(({ execution }) => execution),
    ({ projectId }) => projectId,
  ),
]

type Ended = {
  args: Record<string, unknown>
  priceMicro: number
  durationMs: number
  data: unknown
  outcome: Outcome
  hide: Redactor
}

const isCurrent = (version: string | undefined, definition: ToolDefinition): boolean =>
  version === undefined || version === '' || version === 'latest' || version === definition.version
