import X from 'lucide-react/icons/x'
import { IconButton } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import type { Conversation } from '../use-conversation.ts'

const orToast = (work: Promise<unknown>) => work.catch((error) => toasts.error(errorMessage(error)))

/** Messages that are sent when the response before them has ended; until then they can be taken back. */
export const QueuedMessages = ({ conversation: { queued, withdraw } }: { conversation: Conversation }) => (
  <section aria-label="Queued messages">
    <p className="muted small">Queued until the response has ended</p>
    <ol className="queued-messages">
      {queued.map(({ id, runId, message }) => (
        <li key={id}>
          <span className="clamped">{message?.text || 'A message'}</span>
          <IconButton
            label="Withdraw the message"
            icon={<X size={14} aria-hidden />}
            disabled={runId === null}
            onClick={() => runId !== null && void orToast(withdraw(runId))}
          />
        </li>
      ))}
    </ol>
  </section>
)
