import Check from 'lucide-react/icons/check'
import { Suspense, useState } from 'react'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../components/actions/menu.tsx'
import { lazily } from '../connection/lazily.ts'
import { useIsOwner, useProject } from '../project.ts'
import { ProjectButton } from './menu-triggers.tsx'

const CreateProject = lazily(() => import('./create-project.tsx').then((module) => module.CreateProject))

export function ProjectSwitcher() {
  const { session, project, switchTo } = useProject()
  const isOwner = useIsOwner()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
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
        {isOwner && (
          <>
            <MenuLine />
            <MenuItem onSelect={() => setCreating(true)}>Create project</MenuItem>
          </>
        )}
      </Menu>
      <Suspense>{isCreating && <CreateProject onClose={() => setCreating(false)} />}</Suspense>
    </>
  )
}
