import { type ComponentPropsWithRef, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { HeaderOverflow } from './header-overflow.ts'
import './button.css'

export type ButtonVariant = 'secondary' | 'primary' | 'danger' | 'danger-outline' | 'ghost'

type ButtonProps = ComponentPropsWithRef<'button'> & {
  variant?: ButtonVariant
  icon?: ReactNode
  /** In progress: a second press would start it twice. */
  isBusy?: boolean
  /** Has the focus when the dialog around it opens. */
  hasInitialFocus?: boolean
}

export function Button({
  variant = 'secondary',
  icon,
  isBusy = false,
  hasInitialFocus = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const mainAction = use(HeaderOverflow)?.mainAction
  const button = (
    <button
      type="button"
      {...rest}
      className="button"
      data-variant={variant}
      aria-busy={isBusy || undefined}
      data-autofocus={hasInitialFocus ? '' : undefined}
      // Not `disabled`: that would take the focus away from a keyboard user.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  )
  return mainAction && variant === 'primary' ? createPortal(button, mainAction) : button
}

type IconButtonProps = Omit<ButtonProps, 'children'> & { label: string; icon: ReactNode }

export function IconButton({ label, icon, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className="button"
      data-variant={variant}
      data-icon-only=""
    >
      {icon}
    </button>
  )
}
