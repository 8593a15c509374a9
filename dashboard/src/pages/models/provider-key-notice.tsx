import { useNavigate } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { Button } from '../../components/actions/button.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import type { AiModel } from '../../features/models/prices.ts'
import { modelRoutes } from './routes.ts'

/** Until the first key of a provider, none but the models of this server can be called: how to change that. */
export function ProviderKeyNotice({ models }: { models: readonly AiModel[] }) {
  const navigate = useNavigate()
  const isCallable = models.some(({ isAvailable, provider }) => isAvailable && provider !== 'local')
  const isKeyMissing = models.some(({ unavailableReason }) => unavailableReason === 'needs_provider_key')
  if (isCallable || !isKeyMissing) return null
  return (
    <Notice
      icon={<KeyRound size={18} aria-hidden />}
      title="Most models need the key of a provider"
      action={
        <Button
          variant="primary"
          onClick={() => void navigate({ to: modelRoutes.providers, search: { new: '1' } as never })}
        >
          Add a provider key
        </Button>
      }
    >
      The offline demo works without one. A key is stored encrypted and used by this server only.
    </Notice>
  )
}
