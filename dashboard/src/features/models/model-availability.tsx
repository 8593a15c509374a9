import { Link } from '@tanstack/react-router'
import { Status } from '../../components/feedback/status.tsx'
import { modelRoutes } from '../../pages/models/routes.ts'
import { useIsAdmin } from '../../project.ts'
import type { AiModel } from './prices.ts'

export const unavailableReasons: Record<NonNullable<AiModel['unavailableReason']>, string> = {
  inactive: 'Disabled',
  needs_provider_key: 'Needs key',
  provider_disabled: 'Provider disabled',
  no_price: 'No price',
  not_supported: 'Not supported',
}

/** Whether a call would reach the model now, and for admins the way to where that is changed. */
export function ModelAvailability({ model: { unavailableReason, provider } }: { model: AiModel }) {
  const isAdmin = useIsAdmin()
  if (unavailableReason === null) return <Status kind="good">Available</Status>
  const isOfProvider = unavailableReason === 'needs_provider_key' || unavailableReason === 'provider_disabled'
  return (
    <Status kind="off">
      {isAdmin && isOfProvider ? (
        <Link to={`${modelRoutes.providers}?q=${encodeURIComponent(provider)}`}>
          {unavailableReasons[unavailableReason]}
        </Link>
      ) : (
        unavailableReasons[unavailableReason]
      )}
    </Status>
  )
}
