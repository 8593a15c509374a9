import type { ReactNode } from 'react'
import './field.css'
import './checkbox-list.css'

type TickListProps = { label: string; hint: ReactNode; error?: string | undefined; children: ReactNode }

/** Several of many: a short window onto a list of ticks. */
export const TickList = ({ label, hint, error, children }: TickListProps) => (
  <fieldset className="tick-list">
    <legend className="field-label">{label}</legend>
    <p className="field-hint">{hint}</p>
    {error && <p className="field-error">{error}</p>}
    <div className="tick-list-body">{children}</div>
  </fieldset>
)
