import { AppError, type ErrorDetail } from '../../../kernel/errors.ts'
import type { SchemaFault } from '../../../kernel/json-schema/check-schema.ts'

export const toolNotFound = () =>
  new AppError('tool_not_found', 'There is no such tool', {
    hint: 'Look for it with GET /api/v1/tools?q= or POST /api/v1/tools/search.',
  })

export const versionNotFound = (slug: string, version: string, available: readonly string[]) =>
  new AppError('tool_version_not_found', `The tool ${slug} has no version ${version.slice(0, 50)}`, {
    facts: { availableVersions: available },
    hint: 'Leave version out for the newest.',
  })

export const slugTaken = (slug: string) =>
  new AppError('slug_conflict', `There already is a tool with the slug "${slug}"`, {
    hint: 'Choose another slug.',
  })

export const adminOnlyField = (field: string) =>
  new AppError('admin_only_field', `Only an admin may set ${field}`, {
    hint: `Leave ${field} out, or use a key whose role is admin.`,
  })

const inBody = (prefix: string, faults: readonly SchemaFault[]): ErrorDetail[] =>
  faults.map(({ path, rule, message }) => ({
    in: 'body',
    path: `/${[prefix, ...path.replace(/^\//, '').split(prefix === 'arguments' ? '.' : '/')].filter(Boolean).join('/')}`,
    rule,
    message,
  }))

/** Why a schema that the caller gave for a tool is not taken. */
export const schemaRefused = (field: string, faults: readonly SchemaFault[]) =>
  new AppError('schema_violation', `${field} is not a JSON Schema that can be used: ${faults[0]!.message}`, {
    details: inBody(field, faults),
    hint: 'Give an object schema of draft 2020-12 without remote references.',
  })

export const argumentsInvalid = (slug: string, faults: readonly SchemaFault[]) =>
  new AppError(
    'tool_arguments_invalid',
    `The arguments do not fit ${slug}: ${faults[0]!.path || 'they'} ${faults[0]!.message}`,
    {
      details: inBody('arguments', faults),
      hint: `GET /api/v1/tools/byId/${slug} shows its inputParameters.`,
    },
  )

type Switched = {
  readonly definition: { readonly slug: string }
  readonly isDisabled: boolean
  readonly toolkit: { readonly slug: string; readonly isDisabled: boolean } | null
}

export function refuseDisabled({ definition, isDisabled, toolkit }: Switched): void {
  if (!isDisabled && !toolkit?.isDisabled) return
  const what = isDisabled ? `The tool ${definition.slug}` : `The toolkit ${toolkit!.slug}`
  throw new AppError('tool_disabled', `${what} is switched off`, {
    hint: 'Switch it on with PATCH …/status.',
  })
}
