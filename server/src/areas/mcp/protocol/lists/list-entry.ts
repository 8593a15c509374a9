import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'
import { structuredSchemaOf } from '../../../../kernel/json-schema/content-schema.ts'
import { isObject } from '../../../../kernel/json-schema/schema-walk.ts'
import { objectSchema } from '../../../../kernel/text/function-schema.ts'
import type { ToolTraits } from '../../../tools/index.ts'

/** A tool as clients see it. */
export const listEntry = (traits: ToolTraits, name: string): Tool => ({
  name,
  title: traits.name,
  description: traits.description || traits.name,
  inputSchema: objectSchema(traits.inputParameters) as Tool['inputSchema'],
  ...outputSchemaOf(traits),
  annotations: {
    title: traits.name,
    readOnlyHint: traits.isReadOnly || traits.isComputeOnly,
    ...destructiveHintOf(traits),
    idempotentHint: traits.isIdempotent || traits.isComputeOnly,
    openWorldHint: traits.reachesOut,
  },
})

/** Only as its author has said, or because it changes nothing: clients take a tool without it for destructive. */
function destructiveHintOf({
  isDestructive,
  isReadOnly,
  isComputeOnly,
}: ToolTraits): Pick<ToolAnnotations, 'destructiveHint'> {
  if (isDestructive !== null) return { destructiveHint: isDestructive }
  return isReadOnly || isComputeOnly ? { destructiveHint: false } : {}
}

/** Clients refuse one that is not of an object. */
function outputSchemaOf({ outputParameters }: ToolTraits): Pick<Tool, 'outputSchema'> {
  const schema = structuredSchemaOf(outputParameters) ?? outputParameters
  const isOfObject = schema.type === 'object' && isObject(schema.properties)
  return isOfObject ? { outputSchema: schema as NonNullable<Tool['outputSchema']> } : {}
}
