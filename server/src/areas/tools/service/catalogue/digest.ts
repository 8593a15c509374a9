import { stepKeyOf } from '../../../../kernel/runs/step-key.ts'
import type { FoundTool } from './find-tool.ts'

/** A digest of what a call of the tool does, as far as its definition says it. */
export function digestOf({ definition, toolkit, run }: FoundTool): string {
  const { slug, toolkitSlug, version, name, description, instructions, type } = definition
  const { noAuth, scopes, hints, inputParameters } = definition
  return stepKeyOf({
    shown: [slug, toolkitSlug, version, name, description, instructions, type],
    does: [noAuth, scopes, hints, inputParameters],
    implementation: run.kind === 'custom' ? run.implementation : null,
    toolkit: toolkit && [toolkit.slug, toolkit.version, toolkit.baseUrl],
  })
}
