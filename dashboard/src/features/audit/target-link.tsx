import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { objectName } from './action-text.ts'
import { targetKinds } from './target-kinds.ts'
import { type Targeted, useTarget } from './use-target-name.ts'
import './target-link.css'

/** The object of an entry: a link to it where it has a page and is still there, by its name where it has one, and its ID. */
export function TargetLink({ entry }: { entry: Targeted }) {
  const { type, id } = entry.target
  const [isPointed, setPointed] = useState(false)
  const target = useTarget(entry, { isPointed })
  const name = target.name ?? objectName(type)
  const url = target.isGone ? null : targetKinds[type]?.url
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by it; what a link leads to is looked up.
    <span className="target-link" onPointerEnter={() => setPointed(true)} onFocus={() => setPointed(true)}>
      {url ? (
        <Link to={url(id, entry.details)} className="truncate" title={name} dir="auto">
          {name}
        </Link>
      ) : (
        <span className="truncate" title={name} dir="auto">
          {name}
        </span>
      )}
      <CopyId id={id} isShort />
    </span>
  )
}
