import Columns3 from 'lucide-react/icons/columns-3'
import { useState } from 'react'
import { preferences } from '../../state/preferences.ts'
import { Button } from '../actions/button.tsx'
import { Menu, MenuCheckboxItem, MenuLabel } from '../actions/menu.tsx'
import type { Column } from './table.tsx'

/** Which columns of a list are shown, remembered for the next time. The first one always is. */
export function useColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
  hiddenByDefault: readonly string[],
) {
  const name = `columns.${list}`
  const [hidden, setHidden] = useState(() => preferences.get(name)?.split(',') ?? hiddenByDefault)
  const toggle = (id: string, isOn: boolean) => {
    const next = isOn ? hidden.filter((each) => each !== id) : [...hidden, id]
    preferences.set(name, next.join(','))
    setHidden(next)
  }
  const shown = columns.filter(({ id }) => !hidden.includes(id))
  const picker = (
    <Menu trigger={<Button icon={<Columns3 size={14} aria-hidden />}>Columns</Button>}>
      <MenuLabel>Columns</MenuLabel>
      {columns.slice(1).map(({ id, header }) => (
        <MenuCheckboxItem key={id} isOn={!hidden.includes(id)} onChange={(isOn) => toggle(id, isOn)}>
          {header}
        </MenuCheckboxItem>
      ))}
    </Menu>
  )
  return { shown, picker }
}
