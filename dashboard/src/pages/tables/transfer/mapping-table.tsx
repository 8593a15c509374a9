import type { TableCollection } from '@stoa/sdk'
import type { ColumnMapping, ImportPreview } from './column-mapping.ts'

type MappingTableProps = {
  table: TableCollection
  preview: ImportPreview
  mapping: ColumnMapping
  onChange(name: string, field: string | null): void
}

const shownSamples = 3

/** Each column of the file with its first values and the field it goes into. */
export function MappingTable({ table, preview, mapping, onChange }: MappingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the arrow keys.
    <section className="table-frame mapping" tabIndex={0} aria-label="Columns of the file">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Column and its first values</th>
            <th scope="col">Field</th>
          </tr>
        </thead>
        <tbody>
          {preview.names.map((name, at) => (
            <tr key={`${at} ${name}`}>
              <th scope="row" className="mapping-name">
                {name || '(no name)'}
                <span className="muted small mapping-samples">{samplesOf(preview, at)}</span>
              </th>
              <td>
                <FieldChoice
                  table={table}
                  name={name}
                  field={mapping[name] ?? null}
                  onChange={(field) => onChange(name, field)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const samplesOf = ({ rows }: ImportPreview, at: number): string =>
  rows
    .map((row) => row[at] ?? '')
    .filter((value) => value !== '')
    .slice(0, shownSamples)
    .join(' · ')

type FieldChoiceProps = {
  table: TableCollection
  name: string
  field: string | null
  onChange(field: string | null): void
}

function FieldChoice({ table, name, field, onChange }: FieldChoiceProps) {
  const { fields } = table.schema
  const isDeclared = fields.some((each) => each.name === name)
  return (
    <select
      className="input"
      aria-label={`Field for ${name}`}
      value={field ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">Do not import</option>
      {table.mode === 'flexible' && !isDeclared && name !== '' && (
        <option value={name}>{name} (undeclared)</option>
      )}
      {fields.map(({ name: each, type, required }) => (
        <option key={each} value={each}>
          {each}
          {required ? ' *' : ''} ({type})
        </option>
      ))}
    </select>
  )
}
