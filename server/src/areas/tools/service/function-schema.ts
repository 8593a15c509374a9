import type { ToolDefinition } from '../../toolkits/index.ts'
import type { SchemaFormat } from '../schema/tool-query.ts'

// Names that every vendor takes.
const longestName = 64
const nameOf = (slug: string) => slug.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestName)

/** A tool as models and clients of one kind want to be told of it. */
export function functionSchema(tool: ToolDefinition, format: SchemaFormat): Record<string, unknown> {
  const name = nameOf(tool.slug)
  const description =
    tool.instructions === '' ? tool.description : `${tool.description}\n\n${tool.instructions}`
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
          openWorldHint: !tool.noAuth,
        },
      }
    }
  }
}

/** All of them refuse a schema that does not say that it is an object. */
const asObject = (schema: object) => ({ type: 'object', properties: {}, ...schema })
