import { AppError } from '../../../../kernel/errors.ts'
import { nearMatch } from '../../../../kernel/text/near-match.ts'
import { placeholdersIn } from '../../../../kernel/text/placeholders.ts'

/** Refuses a template with a name that has no value when it is read. */
export function checkPlaceholders(
  template: string,
  path: string,
  { names, what }: { names: readonly string[]; what: string },
): void {
  const unknown = placeholdersIn(template).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const near = nearMatch(unknown, names)
  const message = `has {{${unknown}}}, which is no ${what}${near === null ? '' : `; did you mean {{${near}}}?`}`
  throw new AppError('invalid_parameter', `${path.slice(1)} ${message}`, {
    details: [{ in: 'body', path, rule: 'placeholder', message, received: unknown }],
  })
}
