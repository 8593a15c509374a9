import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { addresses } from '../../../addresses.ts'
import { useIsAdmin } from '../../../project.tsx'
import { type MediaKind, mediaKinds } from '../../models/media/media-kinds.ts'
import type { Readiness } from './use-readiness.ts'

const list = new Intl.ListFormat('en', { type: 'disjunction' })

const placeholders: Partial<Record<MediaKind, string>> = {
  image: 'a grey picture that says so comes back',
  tts: 'a short tone comes back',
}

/** What can be had as this project is set up, and what to do for more. */
export function ReadinessNote({ kind, readiness }: { kind: MediaKind; readiness: Readiness }) {
  const isAdmin = useIsAdmin()
  const { state, could } = readiness
  if (state === null || state === 'ready') return null
  const { things } = mediaKinds[kind]
  return (
    <div className="readiness" role="note" data-state={state}>
      <CircleAlert size={15} aria-hidden />
      <p>
        {state === 'missing'
          ? `Nothing is set up that makes ${things}, and nothing is made up in its place.`
          : `No provider that makes ${things} is set up: ${placeholders[kind] ?? 'a placeholder comes back'}, made by no model and free.`}{' '}
        {isAdmin ? (
          <>
            {could.length > 0 && `${list.format(could)} can do it. `}
            <Link to={`${addresses.providers}?state=none`}>Set up a provider</Link>
          </>
        ) : (
          'An admin of this project can set up a provider.'
        )}
      </p>
    </div>
  )
}
