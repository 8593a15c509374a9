import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../components/actions/menu.tsx'
import { useProject } from '../project.ts'

export function ProjectSwitcher() {
  const { session, project, switchTo } = useProject()
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="switcher" aria-label={`Project ${project.name}: switch`}>
          <img src="/pages/favicon.svg" width="20" height="20" alt="" />
          <span className="truncate">{project.name}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </button>
      }
    >
      <MenuLabel>Projects</MenuLabel>
      {session.projects.map(({ id, name, role }) => (
        <MenuItem
          key={id}
          onSelect={() => switchTo(id)}
          end={id === project.id ? <Check size={14} aria-label="current" /> : role}
        >
          <span className="truncate">{name}</span>
        </MenuItem>
      ))}
      <MenuLine />
      <MenuLabel>
        Create projects with the CLI: <code>stoa project create</code>
      </MenuLabel>
    </Menu>
  )
}
