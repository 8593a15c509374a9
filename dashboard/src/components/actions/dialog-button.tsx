import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

type DialogButtonProps = {
  label: string
  icon?: ReactNode
  variant?: 'secondary' | 'primary' | 'danger-outline'
  dialog(close: () => void): ReactNode
}

/** A button and the dialog that it opens. */
export function DialogButton({ label, icon, variant = 'secondary', dialog }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
