import Check from 'lucide-react/icons/check'
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import type { MenuAlign } from './menu-position.ts'
import { useMenuPanel } from './use-menu-panel.ts'
import './menu.css'

type TriggerProps = {
  id?: string
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  'aria-controls'?: string | undefined
  onClick?(event: MouseEvent<HTMLElement>): void
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void
}

type MenuProps = { trigger: ReactElement<TriggerProps>; children: ReactNode; align?: MenuAlign }

type Opened = { by: HTMLElement; withKeys: boolean }

/** Closes the menu and then does what was chosen: a dialog that it opens finds the focus where it came from. */
const ChooseContext = createContext<(action: () => void) => void>((action) => action())

/**
 * Rendered in the page next to its trigger, shown by the browser above everything else: in a dialog, what is
 * elsewhere in the page could not be reached.
 */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const triggerId = useId()
  const menuId = useId()
  const close = (restoresFocus: boolean) => {
    if (restoresFocus) opened?.by.focus()
    setOpened(null)
  }
  const { id = triggerId } = trigger.props
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        'aria-controls': opened ? menuId : undefined,
        // A press of a key is a click without a pointer.
        onClick: ({ currentTarget, detail }) =>
          opened ? close(true) : setOpened({ by: currentTarget, withKeys: detail === 0 }),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || opened) return
          event.preventDefault()
          setOpened({ by: event.currentTarget, withKeys: true })
        },
      })}
      {opened && (
        <ChooseContext
          value={(action) => {
            close(true)
            action()
          }}
        >
          <Panel id={menuId} labelledBy={id} opened={opened} align={align} onClose={close}>
            {children}
          </Panel>
        </ChooseContext>
      )}
    </>
  )
}

type PanelProps = {
  id: string
  labelledBy: string
  opened: Opened
  align: MenuAlign
  onClose(restoresFocus: boolean): void
  children: ReactNode
}

const Panel = ({ id, labelledBy, opened, align, onClose, children }: PanelProps) => (
  <div
    {...useMenuPanel({ ...opened, align, onClose })}
    id={id}
    popover="manual"
    className="menu"
    role="menu"
    tabIndex={-1}
    aria-labelledby={labelledBy}
  >
    {children}
  </div>
)

type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  end?: ReactNode
  variant?: 'secondary' | 'danger'
  isDisabled?: boolean
  onSelect(): void
}

/** The pointer and the keyboard highlight the same item: the focused one. */
const takeFocus = ({ currentTarget }: PointerEvent<HTMLElement>) =>
  currentTarget.focus({ preventScroll: true })

export function MenuItem({
  children,
  icon,
  end,
  variant = 'secondary',
  isDisabled = false,
  onSelect,
}: MenuItemProps) {
  const choose = useContext(ChooseContext)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      data-variant={variant}
      aria-disabled={isDisabled || undefined}
      onPointerMove={takeFocus}
      onClick={() => {
        if (!isDisabled) choose(onSelect)
      }}
    >
      {icon}
      {children}
      {end && <span className="menu-item-end">{end}</span>}
    </button>
  )
}

export const MenuLine = () => <hr className="menu-line" />
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <div className="menu-label">{children}</div>
)

type MenuCheckboxItemProps = { children: ReactNode; isOn: boolean; onChange(isOn: boolean): void }

/** Several of them can be ticked in a row: the menu stays open. */
export const MenuCheckboxItem = ({ children, isOn, onChange }: MenuCheckboxItemProps) => (
  <button
    type="button"
    role="menuitemcheckbox"
    tabIndex={-1}
    aria-checked={isOn}
    className="menu-item"
    onPointerMove={takeFocus}
    onClick={() => onChange(!isOn)}
  >
    <span className="menu-checkbox">{isOn && <Check size={14} aria-hidden />}</span>
    {children}
  </button>
)
