import type { ToolDetail } from '../../schema/tool.ts'
import type { SchemaFormat } from '../../schema/tool-query.ts'
import { reachesOut, withInstructions } from './reach.ts'

// Names that every vendor takes.
const maxNameLength = 64
const nameOf = (slug: string) => slug.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameLength)

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
  const name = nameOf(tool.slug)
  const description = withInstructions(tool)
  const schema = asObject(tool.inputParameters)
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
        outputSchema: asObject(tool.outputParameters),
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

/** All of them refuse a schema that does not say that it is an object. */
const asObject = (schema: object) => ({ type: 'object', properties: {}, ...schema })
