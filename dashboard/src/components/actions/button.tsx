import type { ComponentPropsWithRef, ReactNode } from 'react'
import './button.css'

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'careful' | 'quiet'

type ButtonProps = ComponentPropsWithRef<'button'> & {
  look?: ButtonLook
  icon?: ReactNode
  /** Work is under way: a second press would start it twice. */
  isBusy?: boolean
  /** Has the focus when the dialog around it opens. */
  isFirst?: boolean
}

export function Button({
  look = 'plain',
  icon,
  isBusy = false,
  isFirst = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="button"
      data-look={look}
      aria-busy={isBusy || undefined}
      data-first={isFirst ? '' : undefined}
      // Not `disabled`: that would take the focus away from whoever pressed it with the keyboard.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ButtonProps, 'children'> & { label: string; icon: ReactNode }

export function IconButton({ label, icon, look = 'quiet', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className="button"
      data-look={look}
      data-icon-only=""
    >
      {icon}
    </button>
  )
}
