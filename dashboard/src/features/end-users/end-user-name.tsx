import { useProject } from '../../project.ts'
import { EndUserLink, type EndUserLinkProps } from './end-user-link.tsx'

/** The owner; data without an end user belongs to the project. */
export function EndUserName(props: EndUserLinkProps) {
  const { project } = useProject()
  return props.id === project.id ? (
    <span className="muted truncate">the project</span>
  ) : (
    <EndUserLink {...props} />
  )
}
