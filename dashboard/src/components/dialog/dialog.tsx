import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../actions/button.tsx'
import { HeaderOverflow } from '../actions/header-overflow.ts'
import { BreakableText } from '../text/breakable-text.tsx'
import { useModal } from './use-modal.ts'
import './dialog.css'

type DialogProps = {
  title: string
  children: ReactNode
  width?: 'normal' | 'wide'
  /** Something is shown here for the last time: only its own button closes the dialog. */
  isPersistent?: boolean
  /** It is only read: with nothing in it that takes the focus, the whole does, so that the keys scroll it. */
  isText?: boolean
  onClose(): void
}

/** Open as long as it is rendered. */
export function Dialog({
  title,
  children,
  width = 'normal',
  isPersistent = false,
  isText = false,
  onClose,
}: DialogProps) {
  const titleId = useId()
  const modal = useModal(isPersistent ? null : onClose)
  return (
    <dialog {...modal} className="dialog" data-width={width} aria-labelledby={titleId}>
      <header className="dialog-head">
        <h2 id={titleId} dir="auto">
          <BreakableText text={title} />
        </h2>
        {!isPersistent && <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} />}
      </header>
      <div className="dialog-body" tabIndex={isText ? 0 : undefined}>
        <HeaderOverflow value={null}>{children}</HeaderOverflow>
      </div>
    </dialog>
  )
}

export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <div className="dialog-foot" data-docked="">
    {children}
  </div>
)
