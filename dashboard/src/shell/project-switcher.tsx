import Check from 'lucide-react/icons/check'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../components/actions/menu.tsx'
import { useProject } from '../project.ts'
import { ProjectButton } from './menu-triggers.tsx'

export function ProjectSwitcher() {
  const { session, project, switchTo } = useProject()
  return (
    <Menu align="start" trigger={<ProjectButton />}>
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
