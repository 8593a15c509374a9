import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Fragment, type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'
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
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis size={16} aria-hidden />} />}>
        {actions.map(({ label, icon: Icon, isDanger = false, isDisabled = false, run }, index) => (
          <Fragment key={label}>
            {isDanger && index > 0 && !actions[index - 1]!.isDanger && <MenuLine />}
            <MenuItem
              icon={<Icon size={15} aria-hidden />}
              variant={isDanger ? 'danger' : 'secondary'}
              isDisabled={isDisabled}
              onSelect={run ?? (() => setOpenLabel(label))}
            >
              {label}
            </MenuItem>
          </Fragment>
        ))}
      </Menu>
      {opened?.dialog?.(() => setOpenLabel(null))}
    </>
  )
}
