import type { TableCollection } from '@stoa/sdk'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button, IconButton } from '../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { AreaField } from '../../components/form/field.tsx'
import {
  type Condition,
  conditionsOf,
  filterOf,
  isBare,
  type Operator,
  operators,
  takesList,
} from './filter-conditions.ts'

type FilterDialogProps = {
  table: TableCollection
  /** All that rows have, declared or not. */
  names: readonly string[]
  filter: string | undefined
  onApply(filter: string | undefined): void
  onClose(): void
}

/** Conditions in rows; what they cannot say is written as the API takes it. */
export function FilterDialog({ table, names, filter, onApply, onClose }: FilterDialogProps) {
  const known = conditionsOf(filter)
  const [match, setMatch] = useState(known?.match ?? 'all')
  const first: Condition = { field: names[0] ?? 'id', operator: '_eq', text: '' }
  const [conditions, setConditions] = useState<Condition[]>(
    known && known.conditions.length > 0 ? known.conditions : [first],
  )
  const [raw, setRaw] = useState(known === null ? pretty(filter) : null)
  const [error, setError] = useState<string>()
  const condensed = filterOf({ match, conditions }, table.schema.fields)
  const apply = () => {
    if (raw === null) return onApply(condensed)
    try {
      onApply(raw.trim() === '' ? undefined : JSON.stringify(JSON.parse(raw)))
    } catch (fault) {
      setError((fault as Error).message)
    }
  }
  return (
    <Dialog title={`Filter ${table.name}`} width="wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        {raw === null ? (
          <ConditionList
            match={match}
            conditions={conditions}
            names={names}
            table={table}
            first={first}
            onMatch={setMatch}
            onChange={setConditions}
            onEditJson={() => setRaw(pretty(condensed))}
          />
        ) : (
          <AreaField
            label="Filter"
            name="filter"
            value={raw}
            onChange={setRaw}
            error={error}
            isMono
            rows={10}
            hint='In API syntax: {"_or": [{"age": {"_gte": 18}}, {"owner.vip": {"_eq": true}}]}'
          />
        )}
        <DialogFoot>
          <Button onClick={() => onApply(undefined)}>Clear filter</Button>
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

type ConditionListProps = {
  match: 'all' | 'any'
  conditions: readonly Condition[]
  names: readonly string[]
  table: TableCollection
  /** What a new condition begins with. */
  first: Condition
  onMatch(match: 'all' | 'any'): void
  onChange(conditions: Condition[]): void
  onEditJson(): void
}

const ConditionList = ({ match, conditions, names, table, first, ...on }: ConditionListProps) => (
  <>
    <label className="row">
      Rows that match
      <select
        className="input filter-choice"
        value={match}
        onChange={(event) => on.onMatch(event.target.value as 'all' | 'any')}
      >
        <option value="all">all of these</option>
        <option value="any">any of these</option>
      </select>
    </label>
    <ul className="condition-list">
      {conditions.map((condition, at) => (
        <ConditionRow
          key={at}
          condition={condition}
          names={names}
          table={table}
          onChange={(patch) =>
            on.onChange(conditions.map((each, i) => (i === at ? { ...each, ...patch } : each)))
          }
          onRemove={() => on.onChange(conditions.filter((_, i) => i !== at))}
        />
      ))}
    </ul>
    <div className="row">
      <Button icon={<Plus size={14} aria-hidden />} onClick={() => on.onChange([...conditions, first])}>
        Add condition
      </Button>
      <Button variant="ghost" onClick={on.onEditJson}>
        Edit as JSON
      </Button>
    </div>
  </>
)

function pretty(filter: string | undefined): string {
  try {
    return filter ? JSON.stringify(JSON.parse(filter), null, 2) : ''
  } catch {
    return filter ?? ''
  }
}

function placeholderOf(operator: Operator, type: string | undefined): string {
  if (operator === '_between') return 'from, to'
  if (takesList(operator)) return 'one, two, three'
  // Columns of the row itself, such as the time of its last change, are not declared.
  return type === undefined || type === 'datetime' ? 'value or $NOW' : 'value'
}

type ConditionRowProps = {
  condition: Condition
  names: readonly string[]
  table: TableCollection
  onChange(patch: Partial<Condition>): void
  onRemove(): void
}

function ConditionRow({ condition, names, table, onChange, onRemove }: ConditionRowProps) {
  const { field, operator, text } = condition
  const declared = table.schema.fields.find(({ name }) => name === field)
  const choices = declared?.type === 'boolean' ? ['true', 'false'] : (declared?.options ?? [])
  const all = names.includes(field) ? names : [field, ...names]
  return (
    <li className="condition">
      <select
        className="input"
        aria-label="Field"
        value={field}
        onChange={(event) => onChange({ field: event.target.value })}
      >
        {all.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Comparison"
        value={operator}
        onChange={(event) => onChange({ operator: event.target.value as Operator })}
      >
        {operators.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {isBare(operator) ? (
        <span />
      ) : choices.length > 0 && !takesList(operator) ? (
        <select
          className="input"
          aria-label="Value"
          value={text}
          onChange={(event) => onChange({ text: event.target.value })}
        >
          <option value="">Select…</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          className="input"
          aria-label="Value"
          value={text}
          placeholder={placeholderOf(operator, declared?.type)}
          spellCheck={false}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
      <IconButton label="Remove condition" icon={<X size={14} aria-hidden />} onClick={onRemove} />
    </li>
  )
}
