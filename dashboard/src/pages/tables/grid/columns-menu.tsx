import Columns3 from 'lucide-react/icons/columns-3'
import { Button } from '../../../components/actions/button.tsx'
import { Menu, MenuCheckboxItem, MenuItem, MenuLabel, MenuLine } from '../../../components/actions/menu.tsx'
import type { GridColumn } from './grid-columns.ts'
import type { ColumnLayouts } from './use-column-layout.ts'

type ColumnsMenuProps = { columns: readonly GridColumn[]; layouts: ColumnLayouts }

export function ColumnsMenu({ columns, layouts: { layout, show, reset } }: ColumnsMenuProps) {
  const hiddenCount = columns.filter(({ name }) => layout.hidden.includes(name)).length
  return (
    <Menu
      trigger={
        <Button icon={<Columns3 size={14} aria-hidden />} data-filtered={hiddenCount > 0 ? '' : undefined}>
          {hiddenCount > 0 ? `Columns (${hiddenCount} hidden)` : 'Columns'}
        </Button>
      }
    >
      <MenuLabel>Columns</MenuLabel>
      {columns.map(({ name }) => (
        <MenuCheckboxItem
          key={name}
          isOn={!layout.hidden.includes(name)}
          onChange={(isOn) => show(name, isOn)}
        >
          {name}
        </MenuCheckboxItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={reset}>Reset columns</MenuItem>
    </Menu>
  )
}
