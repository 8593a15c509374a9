import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { JsonSchema } from '../../../toolkits/index.ts'
import type { Finder } from '../catalogue/find-tool.ts'

/** What a caller that records its steps must know of a tool before it executes it. */
export type ToolTraits = {
  readonly slug: string
  readonly toolkitSlug: string
  readonly version: string
  readonly type: 'action' | 'poll' | 'webhook'
  readonly isDisabled: boolean
  /** Works without an account. */
  readonly noAuth: boolean
  /** As its author says, or its HTTP method; what is not known counts as false. */
  readonly isReadOnly: boolean
  readonly isIdempotent: boolean
  readonly isDestructive: boolean
  /** Neither has effects nor reads anything but its arguments and the time: `executeAhead` can execute it. */
  readonly isComputeOnly: boolean
  readonly inputParameters: JsonSchema
  readonly outputParameters: JsonSchema
  /** Millionths of a credit for a success. */
  readonly priceMicro: number
}

export type TraitsDeps = {
  db: Queryable
  finder: Pick<Finder, 'getVersion'>
  listedPrice(): number
  isComputeOnly(slug: string): boolean
}

export function createTraits({ db, finder, listedPrice, isComputeOnly }: TraitsDeps) {
  /** Throws `tool_not_found` and `tool_version_not_found`. */
  return async (scope: Scope, slugOrId: string, version?: string): Promise<ToolTraits> => {
    const { definition, toolkit, isDisabled, priceMicro, run } = await finder.getVersion(
      db,
      scope,
      slugOrId,
      version,
    )
    const { hints } = definition
    return {
      slug: definition.slug,
      toolkitSlug: definition.toolkitSlug,
      version: definition.version,
      type: definition.type,
      isDisabled: isDisabled || (toolkit?.isDisabled ?? false),
      noAuth: definition.noAuth,
      isReadOnly: hints.isReadOnly === true,
      isIdempotent: hints.isIdempotent === true,
      isDestructive: hints.isDestructive === true,
      isComputeOnly: run.kind === 'provider' && toolkit?.isOwn === false && isComputeOnly(definition.slug),
      inputParameters: definition.inputParameters,
      outputParameters: definition.outputParameters,
      priceMicro: priceMicro ?? listedPrice(),
    }
  }
}
