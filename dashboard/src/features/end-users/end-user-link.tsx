import { Link } from '@tanstack/react-router'
import { href } from '../../href.ts'
import { endUserRoutes } from '../../pages/end-users/routes.ts'
import './end-user-link.css'

export type EndUserLinkProps = {
  id: string
  name: string | undefined
  /** -1 in a grid, whose cells have the focus. */
  tabIndex?: -1
}

/** An end user by name, or by the end of the id where the name is not known. */
export const EndUserLink = ({ id, name, tabIndex }: EndUserLinkProps) => (
  <Link to={href(endUserRoutes.detail, { id })} className="end-user truncate" dir="auto" tabIndex={tabIndex}>
    {name ?? <span className="mono small">…{id.slice(-8)}</span>}
  </Link>
)
