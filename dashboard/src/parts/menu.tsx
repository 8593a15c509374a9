import Check from 'lucide-react/icons/check'
import { CheckboxItem, Content, Item, Label, Portal, Root, Separator, Trigger } from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'
import './menu.css'

/** Not modal: a modal menu writes a style element into the page, which our policy refuses. */
export const Menu = ({ trigger, children, align = 'end' }: MenuProps) => (
  <Root modal={false}>
    <Trigger asChild>{trigger}</Trigger>
    <Portal>
      <Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
        {children}
      </Content>
    </Portal>
  </Root>
)

type MenuProps = { trigger: ReactNode; children: ReactNode; align?: 'start' | 'end' }

type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  end?: ReactNode
  look?: 'plain' | 'danger'
  isDisabled?: boolean
  onSelect(): void
}

export const MenuItem = ({
  children,
  icon,
  end,
  look = 'plain',
  isDisabled = false,
  onSelect,
}: MenuItemProps) => (
  <Item className="menu-item" data-look={look} disabled={isDisabled} onSelect={onSelect}>
    {icon}
    {children}
    {end && <span className="menu-item-end">{end}</span>}
  </Item>
)

export const MenuLine = () => <Separator className="menu-line" />
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Label className="menu-label">{children}</Label>
)

type MenuTickProps = { children: ReactNode; isOn: boolean; onChange(isOn: boolean): void }

/** Several of them can be ticked in a row: the menu stays open. */
export const MenuTick = ({ children, isOn, onChange }: MenuTickProps) => (
  <CheckboxItem
    className="menu-item"
    checked={isOn}
    onCheckedChange={onChange}
    onSelect={(event) => event.preventDefault()}
  >
    <span className="menu-tick">{isOn && <Check size={14} aria-hidden />}</span>
    {children}
  </CheckboxItem>
)
