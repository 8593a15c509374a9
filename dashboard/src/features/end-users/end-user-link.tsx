import { Link } from '@tanstack/react-router'
import { href } from '../../href.ts'
import { endUserRoutes } from '../../pages/end-users/routes.ts'

/** An end user by name, or by the end of the id where the name is not known. */
export const EndUserLink = ({ id, name }: { id: string; name: string | undefined }) => (
  <Link to={href(endUserRoutes.detail, { id })} className="truncate">
    {name ?? <span className="mono small">…{id.slice(-8)}</span>}
  </Link>
)
