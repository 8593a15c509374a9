import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ComponentProps, Fragment, type ReactNode, use, useState } from 'react'
import { IconButton } from './button.tsx'
import { HeaderOverflow } from './header-overflow.ts'
import { Menu, MenuItem, MenuLine } from './menu.tsx'

export type RowAction = {
  label: string
  icon: LucideIcon
  /** Deletes something: below a line, in red. */
  isDanger?: boolean
  isDisabled?: boolean
} & (
  | { dialog(close: () => void): ReactNode; run?: never }
  /** What needs no dialog. */
  | { run(): void; dialog?: never }
)

type RowMenuProps = {
  /** What the actions are for. */
  name: string
  actions: readonly RowAction[]
}

/** Everything that can be done to one object, with the dialogs of its items. */
export function RowMenu({ name, actions }: RowMenuProps) {
  const [openLabel, setOpenLabel] = useState<string | null>(null)
  const opened = actions.find(({ label }) => label === openLabel)
  const isInHeader = use(HeaderOverflow) !== null
  const items = actions.map(({ label, icon: Icon, isDanger = false, isDisabled = false, run }, index) => {
    const item = {
      icon: <Icon size={15} aria-hidden />,
      variant: isDanger ? ('danger' as const) : ('secondary' as const),
      isDisabled,
      onSelect: run ?? (() => setOpenLabel(label)),
      children: label,
    }
    return (
      <Fragment key={label}>
        {isDanger && index > 0 && !actions[index - 1]!.isDanger && <MenuLine />}
        {isInHeader ? <HeaderItem {...item} /> : <MenuItem {...item} />}
      </Fragment>
    )
  })
  return (
    <>
      {isInHeader ? (
        items
      ) : (
        <Menu
          trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis size={16} aria-hidden />} />}
        >
          {items}
        </Menu>
      )}
      {opened?.dialog?.(() => setOpenLabel(null))}
    </>
  )
}

/** In the menu of a header the items are among its buttons: a menu in a menu would be one press more. */
const HeaderItem = ({ icon, variant, isDisabled, onSelect, children }: ComponentProps<typeof MenuItem>) => (
  <button type="button" className="menu-item" data-variant={variant} disabled={isDisabled} onClick={onSelect}>
    {icon}
    {children}
  </button>
)
