import { Link } from '@tanstack/react-router'
import { href } from '../../href.ts'
import { fileRoutes } from '../../pages/files/routes.ts'
import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'

/** A file by its name. One that was deleted leads nowhere. */
export function FileLink({ id, tabIndex }: { id: string; tabIndex?: number }) {
  const { data, error } = useRead(['files', 'named', id], (api, signal) =>
    actAs(api).get('/api/v1/file/meta/{id}', { params: { id }, signal }),
  )
  const short = `…${id.slice(-8)}`
  if (error && !data) return <span title={id}>deleted file {short}</span>
  return (
    <Link to={href(fileRoutes.detail, { id })} title={id} {...(tabIndex === undefined ? {} : { tabIndex })}>
      <bdi>{data?.name ?? short}</bdi>
    </Link>
  )
}
