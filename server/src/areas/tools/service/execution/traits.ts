import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Taint } from '../../../../kernel/text/taint.ts'
import type { JsonSchema } from '../../../toolkits/index.ts'
import { digestOf } from '../catalogue/digest.ts'
import type { Finder } from '../catalogue/find-tool.ts'
import { isOpenWorld, isSealed, reachesOut, taintOf, withInstructions } from '../catalogue/reach.ts'

/** What a caller that records its steps must know of a tool before it executes it. */
export type ToolTraits = {
  readonly slug: string
  readonly toolkitSlug: string
  readonly version: string
  readonly name: string
  /** What it does, with its instructions. */
  readonly description: string
  readonly type: 'action' | 'poll' | 'webhook'
  readonly isDisabled: boolean
  /** Works without an account. */
  readonly noAuth: boolean
  /** As its author says, or its HTTP method; what is not known counts as false. */
  readonly isReadOnly: boolean
  readonly isIdempotent: boolean
  /** Null where that is not known. */
  readonly isDestructive: boolean | null
  /** Whether it has to do with more than this installation; what is not known to stay in does. */
  readonly reachesOut: boolean
  /** Whether it runs in an interpreter that has neither network nor credentials. */
  readonly isSealed: boolean
  /** Whether the caller chooses the URL that it calls. */
  readonly isOpenWorld: boolean
  /** Neither has effects nor reads anything but its arguments and the time: `executeAhead` can execute it. */
  readonly isComputeOnly: boolean
  readonly inputParameters: JsonSchema
  readonly outputParameters: JsonSchema
  /** Origin of the text that a call with these arguments returns; the output may say more. */
  taintOf(args: Readonly<Record<string, unknown>>, output?: unknown): Taint
  /** Millionths of a credit for a success. */
  readonly priceMicro: number
  /** Another text whenever its definition is another one. */
  digest(): string
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
    const tool = await finder.getVersion(db, scope, slugOrId, version)
    const { definition, toolkit, isDisabled, priceMicro, provider, run } = tool
    const { hints } = definition
    const implementation = run.kind === 'custom' ? run.implementation : null
    const script = implementation?.kind === 'script' ? implementation : null
    const reach = {
      provider,
      slug: definition.slug,
      toolkitSlug: definition.toolkitSlug,
      noAuth: definition.noAuth,
      isScript: script !== null,
      allowedHosts: script?.allowedHosts ?? [],
    }
    return {
      slug: definition.slug,
      toolkitSlug: definition.toolkitSlug,
      version: definition.version,
      name: definition.name,
      description: withInstructions(definition),
      type: definition.type,
      isDisabled: isDisabled || (toolkit?.isDisabled ?? false),
      noAuth: definition.noAuth,
      isReadOnly: hints.isReadOnly === true,
      isIdempotent: hints.isIdempotent === true,
      isDestructive: hints.isDestructive,
      reachesOut: reachesOut(reach),
      isSealed: isSealed(reach),
      isOpenWorld: isOpenWorld(provider, definition.toolkitSlug),
      isComputeOnly: run.kind === 'provider' && toolkit?.isOwn === false && isComputeOnly(definition.slug),
      inputParameters: definition.inputParameters,
      outputParameters: definition.outputParameters,
      taintOf: (args, output) => taintOf({ ...reach, isReadOnly: hints.isReadOnly === true }, args, output),
      priceMicro: priceMicro ?? listedPrice(),
      digest: () => digestOf(tool),
    }
  }
}
