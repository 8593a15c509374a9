import { useProject } from '../../project.ts'
import { EndUserLink } from './end-user-link.tsx'

/** The owner; data without an end user belongs to the project. */
export function EndUserName({ id, name }: { id: string; name: string | undefined }) {
  const { project } = useProject()
  return id === project.id ? <span className="muted">the project</span> : <EndUserLink id={id} name={name} />
}
