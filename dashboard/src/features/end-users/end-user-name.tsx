import { useProject } from '../../project.ts'
import { EndUserLink } from './end-user-link.tsx'

/** Whom it belongs to; what is nobody's is the project's own. */
export function EndUserName({ id, name }: { id: string; name: string | undefined }) {
  const { project } = useProject()
  return id === project.id ? <span className="muted">the project</span> : <EndUserLink id={id} name={name} />
}
