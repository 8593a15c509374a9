import { Link } from '@tanstack/react-router'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { isDeletion, objectName } from './action-text.ts'
import { targetKinds } from './target-kinds.ts'
import { type Targeted, useTargetName } from './use-target-name.ts'

/** The object of an entry: a link to it where it has a page, by its name where it has one, and its id. */
export function TargetLink({ entry }: { entry: Targeted }) {
  const { type, id } = entry.target
  const name = useTargetName(entry) ?? objectName(type)
  // What an entry says was deleted is not there to be opened.
  const url = isDeletion(entry.action) ? null : targetKinds[type]?.url
  return (
    <span className="row">
      {url ? <Link to={url(id, entry.details)}>{name}</Link> : name}
      <CopyId id={id} isShort />
    </span>
  )
}
