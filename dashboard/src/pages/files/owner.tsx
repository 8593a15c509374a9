import { Link } from '@tanstack/react-router'
import { href } from '../../href.ts'
import { useProject, useRead } from '../../project.ts'
import { endUserAddresses } from '../end-users/addresses.ts'

/** Whose file it is, by name. An owner who is gone meanwhile keeps the end of the id. */
export function Owner({ id }: { id: string }) {
  const { project } = useProject()
  const isProject = id === project.id
  const { data } = useRead(
    ['end-user', id],
    (api, signal) => api.get('/api/v1/external-users/{id}', { params: { id }, signal }),
    { isEnabled: !isProject },
  )
  if (isProject) return <span className="muted">project</span>
  return <Link to={href(endUserAddresses.detail, { id })}>{data?.name ?? `…${id.slice(-8)}`}</Link>
}
