import { AppError, type ErrorDetail } from '../../../kernel/errors.ts'
import type { SchemaFault } from '../../../kernel/json-schema/check-schema.ts'

export const toolNotFound = () =>
  new AppError('tool_not_found', 'Tool not found', {
    hint: 'Search with GET /api/v1/tools?q= or POST /api/v1/tools/search.',
  })

export const versionNotFound = (slug: string, version: string, available: readonly string[]) =>
  new AppError('tool_version_not_found', `The tool ${slug} has no version ${version.slice(0, 50)}`, {
    facts: { availableVersions: available },
    hint: 'Omit version for the newest.',
  })

export const toolChanged = (slug: string) =>
  new AppError('tool_changed', `The tool ${slug} was changed after the call was approved`, {
    hint: 'Call it again: the call as it is now waits for an approval.',
  })

export const slugTaken = (slug: string) =>
  new AppError('slug_conflict', `A tool with the slug "${slug}" already exists`, {
    hint: 'Choose another slug.',
  })

export const adminOnlyField = (field: string) =>
  new AppError('admin_only_field', `Only an admin can set ${field}`, {
    hint: `Omit ${field}, or use an admin key.`,
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
  new AppError('schema_violation', `${field} is not a valid JSON Schema: ${faults[0]!.message}`, {
    details: inBody(field, faults),
    hint: 'Use an object schema (draft 2020-12) without remote references.',
  })

export const argumentsInvalid = (slug: string, faults: readonly SchemaFault[]) =>
  new AppError(
    'tool_arguments_invalid',
    `Invalid arguments for ${slug}: ${faults[0]!.path || 'they'} ${faults[0]!.message}`,
    {
      details: inBody('arguments', faults),
      hint: `See inputParameters in GET /api/v1/tools/byId/${slug}.`,
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
  throw new AppError('tool_disabled', `${what} is disabled`, {
    hint: 'Enable it with PATCH …/status.',
  })
}
