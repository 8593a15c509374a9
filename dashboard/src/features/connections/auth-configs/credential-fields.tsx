import type { AuthFields } from '@stoa/sdk'
import { StoaError } from '@stoa/sdk'
import { SelectField, TextField } from '../../../components/form/field.tsx'

export type CredentialField = AuthFields['schemes'][number]['authConfigCreation']['required'][number]

type FieldsProps = {
  fields: readonly CredentialField[]
  values: Readonly<Record<string, string>>
  onChange(name: string, value: string): void
  errorOf?(name: string): string | undefined
}

/** The fields that the API says a service requires. Secrets are hidden while typed. */
export const CredentialFields = ({ fields, values, onChange, errorOf }: FieldsProps) =>
  fields.map((field) => {
    const shared = {
      name: field.name,
      label: field.displayName || field.name,
      hint: field.description || undefined,
      value: values[field.name] ?? field.default ?? '',
      onChange: (value: string) => onChange(field.name, value),
      error: errorOf?.(field.name),
    }
    return field.options ? (
      <SelectField
        key={field.name}
        {...shared}
        choices={[{ value: '', label: 'Select' }, ...field.options]}
      />
    ) : (
      <TextField
        key={field.name}
        {...shared}
        type={field.isSecret ? 'password' : 'text'}
        autoComplete={field.isSecret ? 'new-password' : 'off'}
        isMono
        isRequired={field.required}
      />
    )
  })

/** Only what was filled in; an empty field is left to the server to miss. */
export const filledIn = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

type GroupProps = Omit<FieldsProps, 'fields'> & { group: AuthFields['schemes'][number]['authConfigCreation'] }

/** What is needed, and the rest behind a fold. */
export const CredentialGroup = ({ group, ...fields }: GroupProps) => (
  <>
    <CredentialFields fields={group.required} {...fields} />
    {group.optional.length > 0 && (
      <details open={group.required.length === 0}>
        <summary>More settings</summary>
        <div className="form details-body">
          <CredentialFields fields={group.optional} {...fields} />
        </div>
      </details>
    )}
  </>
)

/** By the last part of where the server saw each fault: `/authConfig/credentials/client_id`. */
export const errorsByField = (failure: unknown): Map<string, string> =>
  new Map(
    failure instanceof StoaError
      ? failure.details.map(({ path, message }) => [path.split('/').at(-1) ?? '', message])
      : [],
  )
