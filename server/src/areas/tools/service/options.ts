import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AccountSource } from '../../toolkits/index.ts'
import type { FieldOptions, OptionsBody } from '../schema/options.ts'
import type { Finder } from './catalogue/find-tool.ts'
import { createRedactor, secretsOf } from './custom/hide-secrets.ts'
import { createCredentialChoice } from './execution/credentials.ts'
import { refuseDisabled } from './refusals.ts'

export type OptionsDeps = { db: Db; finder: Finder; accounts: AccountSource | null }

// More than anyone looks through; the caller that has more searches.
const maxOptions = 1_000

/** What can be chosen for a field, as the service behind the tool knows it. Triggers have such fields as well. */
export function createOptions({ db, finder, accounts }: OptionsDeps) {
  const choose = createCredentialChoice({ accounts })
  return async (
    scope: Scope,
    slugOrId: string,
    body: OptionsBody,
    signal: AbortSignal,
  ): Promise<FieldOptions> => {
    const { field, search, chosen } = body
    const found = await finder.getVersion(db, scope, slugOrId, body.version)
    refuseDisabled(found)
    const { definition, run } = found
    const properties = (definition.inputParameters.properties ?? {}) as Record<string, unknown>
    if (!Object.hasOwn(properties, field))
      throw new AppError('invalid_parameter', `${definition.slug} has no field "${field}"`, {
        facts: { fields: Object.keys(properties).slice(0, 100) },
        hint: 'Use one of the properties in its inputParameters.',
      })
    const schema = (properties[field] ?? {}) as Record<string, unknown>
    if (schema['x-options'] === undefined || run.kind === 'custom' || !run.listOptions)
      return toFieldOptions(field, false, matching(known(schema), search))
    const { credentials } = await choose(scope, found, body)
    const options = await run.listOptions({
      scope,
      tool: definition,
      credentials,
      signal,
      field,
      search,
      chosen,
    })
    return createRedactor(secretsOf(credentials))(toFieldOptions(field, true, options))
  }
}

export type Options = ReturnType<typeof createOptions>

type Option = { label: string; value: unknown }

const toFieldOptions = (field: string, isDynamic: boolean, options: readonly Option[]): FieldOptions => ({
  field,
  isDynamic,
  options: options.slice(0, maxOptions),
  hasMore: options.length > maxOptions,
})

function known(schema: Record<string, unknown>): Option[] {
  const { items } = schema as { items?: { enum?: unknown } }
  const values =
    [schema.enum, items?.enum].find(Array.isArray) ?? (schema.type === 'boolean' ? [true, false] : [])
  return values.map((value: unknown) => ({ label: String(value), value }))
}

const matching = (options: readonly Option[], search: string): Option[] =>
  options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
