import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { AreaField, Checkbox, type Choice, SelectField, TextField } from '../../../components/form/field.tsx'
import type { FieldType } from '../../../features/tables/tables-api.ts'
import { FieldTypeIcon, fieldTypeChoices } from '../field-types.tsx'
import { type FieldDraft, hasPattern, hasRange } from './field-draft.ts'

type FieldEditorProps = {
  field: FieldDraft
  /** What the server said about it. */
  error: string | undefined
  tables: readonly Choice[]
  onChange(patch: Partial<FieldDraft>): void
  onMove(step: 1 | -1): void
  onRemove(): void
}

const onDeleteChoices = [
  { value: 'restrict', label: 'Restrict' },
  { value: 'setNull', label: 'Set null' },
  { value: 'cascade', label: 'Cascade' },
]

/** One field: the common settings in a line, the rest behind a button. */
export function FieldEditor({ field, error, tables, onChange, onMove, onRemove }: FieldEditorProps) {
  const [isOpen, setOpen] = useState(false)
  const label = field.name || 'new field'
  const needsMore = field.type === 'select' || field.type === 'relation'
  return (
    <li className="field-editor" aria-label={label}>
      <div className="field-line">
        <FieldTypeIcon type={field.type} />
        <TextField
          label="Name"
          name="name"
          value={field.name}
          error={error}
          isMono
          placeholder="email"
          onChange={(name) => onChange({ name })}
        />
        <SelectField
          label="Type"
          name="type"
          value={field.type}
          choices={fieldTypeChoices}
          onChange={(type) => onChange({ type: type as FieldType })}
        />
        <TextField
          label="Default"
          name="default"
          value={field.default}
          placeholder={field.type === 'date' ? '$NOW' : 'none'}
          onChange={(text) => onChange({ default: text })}
        />
        <div className="field-checkboxes">
          <Checkbox label="Required" isOn={field.required} onChange={(required) => onChange({ required })} />
          {field.type !== 'json' && (
            <Checkbox label="Unique" isOn={field.unique} onChange={(unique) => onChange({ unique })} />
          )}
        </div>
        <div className="field-buttons">
          <IconButton
            label={`More settings for ${label}`}
            aria-expanded={isOpen || needsMore}
            icon={<SlidersHorizontal size={14} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          />
          <IconButton
            label={`Move ${label} up`}
            icon={<ArrowUp size={14} aria-hidden />}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Move ${label} down`}
            icon={<ArrowDown size={14} aria-hidden />}
            onClick={() => onMove(1)}
          />
          <IconButton label={`Remove ${label}`} icon={<Trash2 size={14} aria-hidden />} onClick={onRemove} />
        </div>
      </div>
      {(isOpen || needsMore) && (
        <FieldRules field={field} tables={tables} isOpen={isOpen} onChange={onChange} />
      )}
    </li>
  )
}

type FieldRulesProps = Pick<FieldEditorProps, 'field' | 'tables' | 'onChange'> & { isOpen: boolean }

function FieldRules({ field, tables, isOpen, onChange }: FieldRulesProps) {
  return (
    <div className="field-rules">
      {field.type === 'select' && (
        <AreaField
          label="Options"
          name="options"
          value={field.options}
          rows={3}
          placeholder={'open\ndone'}
          hint="One per line."
          onChange={(options) => onChange({ options })}
        />
      )}
      {field.type === 'relation' && (
        <>
          <SelectField
            label="References"
            name="relation"
            value={field.relation}
            choices={[{ value: '', label: 'Select a table' }, ...tables]}
            onChange={(relation) => onChange({ relation })}
          />
          <SelectField
            label="On delete"
            name="onDelete"
            value={field.onDelete}
            choices={onDeleteChoices}
            onChange={(onDelete) => onChange({ onDelete })}
          />
        </>
      )}
      {isOpen && hasRange(field.type) && <RangeFields field={field} onChange={onChange} />}
      {isOpen && hasPattern(field.type) && (
        <TextField
          label="Pattern"
          name="pattern"
          value={field.pattern}
          isMono
          placeholder="^[A-Z]{2}[0-9]+$"
          onChange={(pattern) => onChange({ pattern })}
        />
      )}
      {isOpen && (
        <TextField
          label="Description"
          name="description"
          value={field.description}
          onChange={(description) => onChange({ description })}
        />
      )}
    </div>
  )
}

function RangeFields({ field, onChange }: Pick<FieldEditorProps, 'field' | 'onChange'>) {
  const isNumber = field.type === 'number' || field.type === 'integer'
  return (
    <>
      <TextField
        label={isNumber ? 'Minimum' : 'Min length'}
        name="min"
        type="number"
        value={field.min}
        onChange={(min) => onChange({ min })}
      />
      <TextField
        label={isNumber ? 'Maximum' : 'Max length'}
        name="max"
        type="number"
        value={field.max}
        onChange={(max) => onChange({ max })}
      />
    </>
  )
}
