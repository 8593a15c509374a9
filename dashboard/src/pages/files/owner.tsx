import { Link } from '@tanstack/react-router'
import { href } from '../../href.ts'
import { useProject, useRead } from '../../project.ts'
import { endUserRoutes } from '../end-users/routes.ts'

/** The owner of the file by name. A deleted owner is shown by the end of the ID. */
export function Owner({ id }: { id: string }) {
  const { project } = useProject()
  const isProject = id === project.id
  const { data } = useRead(
    ['end-user', id],
    (api, signal) => api.get('/api/v1/external-users/{id}', { params: { id }, signal }),
    { isEnabled: !isProject },
  )
  if (isProject) return <span className="muted">project</span>
  return <Link to={href(endUserRoutes.detail, { id })}>{data?.name ?? `…${id.slice(-8)}`}</Link>
}
