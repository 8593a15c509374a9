import type { ReactNode } from 'react'
import { HeaderOverflow } from '../actions/header-overflow.ts'
import { useModal } from './use-modal.ts'
import './drawer.css'

type DrawerProps = { label: string; onClose(): void; children: ReactNode }

/** What is beside the page on a wide screen: on a narrow one it covers the page while it is open. */
export const Drawer = ({ label, onClose, children }: DrawerProps) => (
  <dialog {...useModal(onClose)} className="drawer" aria-label={label}>
    <HeaderOverflow value={null}>{children}</HeaderOverflow>
  </dialog>
)
