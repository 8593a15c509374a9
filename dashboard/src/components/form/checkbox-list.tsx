import type { ReactNode } from 'react'
import './field.css'
import './checkbox-list.css'

type CheckboxListProps = { label: string; hint: ReactNode; error?: string | undefined; children: ReactNode }

/** Several of many: a short window onto a list of ticks. */
export const CheckboxList = ({ label, hint, error, children }: CheckboxListProps) => (
  <fieldset className="checkbox-list">
    <legend className="field-label">{label}</legend>
    <p className="field-hint">{hint}</p>
    {error && <p className="field-error">{error}</p>}
    <div className="checkbox-list-body">{children}</div>
  </fieldset>
)
