import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import './selection-bar.css'

type SelectionBarProps = { count: number; onClear(): void; children: ReactNode }

/** What can be done with the selected rows of a list. */
export const SelectionBar = ({ count, onClear, children }: SelectionBarProps) =>
  count > 0 && (
    <div className="selection-bar" role="status">
      <span>{count} selected</span>
      {children}
      <Button variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
