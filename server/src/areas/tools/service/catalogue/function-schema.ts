import type { ToolDetail } from '../../schema/tool.ts'
import type { SchemaFormat } from '../../schema/tool-query.ts'

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

// Of the toolkits that come with the product, those that call URLs.
const outward = new Set(['http', 'webhook'])

/** Whether it has to do with more than this installation; what is not known to stay in does. */
function reachesOut({ provider, toolkitSlug, noAuth, script, allowedHosts }: ToolResponse): boolean {
  if (provider === 'PLATFORM') return outward.has(toolkitSlug)
  return script === null || !noAuth || allowedHosts.length > 0
}

/** A tool in the format of one kind of model or client. */
export function functionSchema(tool: ToolResponse, format: SchemaFormat): Record<string, unknown> {
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
          openWorldHint: reachesOut(tool),
        },
      }
    }
  }
}

/** All of them refuse a schema that does not say that it is an object. */
const asObject = (schema: object) => ({ type: 'object', properties: {}, ...schema })
