import { Link } from '@tanstack/react-router'
import { href } from '../../href.ts'
import { keyRoutes } from '../../pages/keys/routes.ts'
import { useKeys } from './use-keys.ts'

/** An API key by its name; by the end of its ID where it was deleted, or may not be seen. */
export function KeyLink({ id }: { id: string }) {
  const { data } = useKeys()
  const name = data?.data.find((key) => key.id === id)?.name
  return (
    <Link to={href(keyRoutes.detail, { id })} className={name === undefined ? 'mono small' : undefined}>
      {name ?? `…${id.slice(-8)}`}
    </Link>
  )
}
