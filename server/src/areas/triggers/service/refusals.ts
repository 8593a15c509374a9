import { AppError, type ErrorDetail } from '../../../kernel/errors.ts'
import { withNearMatches } from '../../../kernel/text/near-names.ts'
import { triggerTypes } from '../catalogue/types.ts'

export const triggerNotFound = () => new AppError('trigger_not_found', 'Trigger not found')
export const invocationNotFound = () => new AppError('trigger_invocation_not_found', 'Invocation not found')

export function typeNotFound(slug: string): AppError {
  const error = new AppError('trigger_type_not_found', `There is no trigger type "${slug.slice(0, 100)}"`, {
    hint: 'GET /api/v1/trigger_types lists all types.',
  })
  return withNearMatches(
    error,
    slug,
    triggerTypes.map((type) => type.slug),
  )
}

/** A tool of the project says by its type what it is for; nothing here executes it to find events. */
export const toolStartsNothing = (slug: string) =>
  new AppError('trigger_type_unsupported', `The tool "${slug.slice(0, 100)}" starts no workflow by itself`, {
    hint: 'Use a cron trigger whose workflow calls the tool, or a webhook trigger whose URL the service calls.',
  })

export const configInvalid = (
  details: ErrorDetail[],
  hint = 'GET /api/v1/trigger_types/{slug} has the schema of triggerConfig.',
) =>
  new AppError(
    'trigger_config_invalid',
    `The triggerConfig is invalid: ${details.map(({ path, message }) => `${path} ${message}`).join('; ')}`,
    { details, hint },
  )

export const limitReached = (message: string, hint: string) =>
  new AppError('trigger_limit_reached', message, { hint })
