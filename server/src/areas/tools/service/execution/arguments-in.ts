import { AppError } from '../../../../kernel/errors.ts'
import type { JsonSchema } from '../../../toolkits/index.ts'
import type { ExecuteBody } from '../../schema/execution.ts'

/** A text alone is used for the one required argument of the tool. */
export function argumentsIn(
  slug: string,
  schema: JsonSchema,
  { arguments: args, text }: Pick<ExecuteBody, 'arguments' | 'text'>,
): Record<string, unknown> {
  if (text === undefined || args !== undefined) return args ?? {}
  const properties = Object.entries((schema.properties ?? {}) as Record<string, { type?: unknown }>)
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const needed = properties.filter(([name]) => required.has(name))
  const [only, ...others] = needed.length > 0 ? needed : properties
  if (!only || others.length > 0 || only[1]?.type !== 'string')
    throw new AppError('tool_arguments_invalid', `${slug} has several arguments: send them by name`, {
      hint: `See inputParameters in GET /api/v1/tools/byId/${slug}.`,
    })
  return { [only[0]]: text }
}
