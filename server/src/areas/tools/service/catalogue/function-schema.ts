import { structuredSchemaOf } from '../../../../kernel/json-schema/content-schema.ts'
import { functionName, objectSchema } from '../../../../kernel/text/function-schema.ts'
import type { ToolDetail } from '../../schema/tool.ts'
import type { SchemaFormat } from '../../schema/tool-query.ts'
import { reachesOut, withInstructions } from './reach.ts'

type ToolResponse = Pick<
  ToolDetail,
  | 'slug'
  | 'name'
  | 'description'
  | 'instructions'
  | 'hints'
  | 'inputParameters'
  | 'outputParameters'
  | 'provider'
  | 'toolkitSlug'
  | 'noAuth'
  | 'script'
  | 'allowedHosts'
>

/** A tool in the format of one kind of model or client. */
export function functionSchema(tool: ToolResponse, format: SchemaFormat): Record<string, unknown> {
  const name = functionName(tool.slug)
  const description = withInstructions(tool)
  const schema = objectSchema(tool.inputParameters)
  switch (format) {
    case 'openai':
      return {
        type: 'function',
        function: { name, description: description.slice(0, 1024), parameters: schema },
      }
    case 'anthropic':
      return { name, description, input_schema: schema }
    case 'mcp': {
      const { isReadOnly, isDestructive, isIdempotent } = tool.hints
      return {
        name,
        title: tool.name,
        description,
        inputSchema: schema,
        outputSchema: objectSchema(structuredSchemaOf(tool.outputParameters) ?? tool.outputParameters),
        annotations: {
          title: tool.name,
          ...(isReadOnly === null ? {} : { readOnlyHint: isReadOnly }),
          ...(isDestructive === null ? {} : { destructiveHint: isDestructive }),
          ...(isIdempotent === null ? {} : { idempotentHint: isIdempotent }),
          openWorldHint: reachesOut({ ...tool, isScript: tool.script !== null }),
        },
      }
    }
  }
}
