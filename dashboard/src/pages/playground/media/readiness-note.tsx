import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type MediaKind, mediaKinds } from '../../../features/media/media-kinds.ts'
import { useIsAdmin } from '../../../project.ts'
import { modelRoutes } from '../../models/routes.ts'
import type { Readiness } from './use-readiness.ts'

const list = new Intl.ListFormat('en', { type: 'disjunction' })

const placeholders: Partial<Record<MediaKind, string>> = {
  image: 'a grey placeholder image is returned',
  tts: 'a short placeholder tone is returned',
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
          ? `No provider for ${things} is configured.`
          : `No provider for ${things} is configured: ${placeholders[kind] ?? 'a placeholder is returned'}, free of charge.`}{' '}
        {isAdmin ? (
          <>
            {could.length > 0 && `${list.format(could)} can do this. `}
            <Link to={`${modelRoutes.providers}?state=none`}>Add a provider</Link>
          </>
        ) : (
          'Ask a project admin to add a provider.'
        )}
      </p>
    </div>
  )
}
