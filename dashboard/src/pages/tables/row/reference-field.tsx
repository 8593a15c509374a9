import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Field as LabelledField } from '../../../components/form/field.tsx'
import type { Field } from '../../../features/tables/tables-api.ts'
import { CandidateSearch } from './candidate-search.tsx'

type ReferenceFieldProps = {
  field: Field
  label: string
  name: string
  hint?: string | undefined
  error?: string | undefined
  /** The ID; empty for none. */
  value: string
  /** What the stored value is called, where that is known. */
  knownLabel?: string | undefined
  onChange(id: string): void
}

/** A row of another table, or a file: searched for by its name, in the form itself. */
export function ReferenceField({ field, value, knownLabel, onChange, ...labelled }: ReferenceFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [stored] = useState(value)
  const [chosen, setChosen] = useState<string>()
  const label = value === stored ? knownLabel : chosen
  return (
    <LabelledField {...labelled}>
      {(described) => (
        <div className="reference-field">
          <div className="row">
            <Button {...described} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <span className="truncate">
                {value === ''
                  ? `Select a ${field.type === 'file' ? 'file' : 'row'}…`
                  : (label ?? `…${value.slice(-8)}`)}
              </span>
            </Button>
            {value !== '' && (
              <Button variant="ghost" aria-label={`Clear ${field.name}`} onClick={() => onChange('')}>
                Clear
              </Button>
            )}
          </div>
          {isOpen && (
            <CandidateSearch
              field={field}
              currentId={value}
              onChoose={(candidate) => {
                setChosen(candidate.label)
                onChange(candidate.id)
                setOpen(false)
              }}
            />
          )}
        </div>
      )}
    </LabelledField>
  )
}
