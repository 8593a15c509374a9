import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import CircleUser from 'lucide-react/icons/circle-user'
import type { ComponentProps } from 'react'
import { useProject } from '../project.ts'

// What is seen of the menus of the sidebar before they are opened; disabled until these are loaded.

export function ProjectButton(props: ComponentProps<'button'>) {
  const { project } = useProject()
  return (
    <button {...props} type="button" className="switcher" aria-label={`Project ${project.name}: switch`}>
      <img src="/pages/favicon.svg" width="20" height="20" alt="" />
      <span className="truncate">{project.name}</span>
      <ChevronsUpDown size={14} aria-hidden />
    </button>
  )
}

export function AccountButton(props: ComponentProps<'button'>) {
  const { session } = useProject()
  return (
    <button {...props} type="button" className="sidebar-link">
      <CircleUser size={16} aria-hidden />
      <span className="truncate">{session.account.name}</span>
    </button>
  )
}
