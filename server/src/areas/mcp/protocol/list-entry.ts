import type { Tool } from '@modelcontextprotocol/server'
import { functionName, objectSchema } from '../../../kernel/text/function-schema.ts'
import type { ToolTraits } from '../../tools/index.ts'

/** A tool as clients see it. */
export const listEntry = (traits: ToolTraits): Tool => ({
  name: functionName(traits.slug),
  title: traits.name,
  description: traits.description || traits.name,
  inputSchema: objectSchema(traits.inputParameters) as Tool['inputSchema'],
  ...outputSchemaOf(traits),
  annotations: {
    title: traits.name,
    readOnlyHint: traits.isReadOnly || traits.isComputeOnly,
    destructiveHint: traits.isDestructive,
    idempotentHint: traits.isIdempotent || traits.isComputeOnly,
    openWorldHint: traits.reachesOut,
  },
})

/** Clients refuse one that is not of an object. */
function outputSchemaOf({ outputParameters }: ToolTraits): Pick<Tool, 'outputSchema'> {
  const { type, properties } = outputParameters
  const isObject = type === 'object' && typeof properties === 'object' && properties !== null
  return isObject ? { outputSchema: outputParameters as NonNullable<Tool['outputSchema']> } : {}
}
