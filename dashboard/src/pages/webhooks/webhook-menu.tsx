import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowMenu } from '../../components/actions/row-menu.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { TestWebhook } from './test-webhook.tsx'
import type { Webhook } from './webhook-fields.tsx'

/** Everything that can be done to a webhook; on its own page the most frequent have buttons besides. */
export const WebhookMenu = ({ webhook, onDeleted }: { webhook: Webhook; onDeleted?(): void }) => (
  <RowMenu
    name={webhook.url}
    actions={[
      {
        label: 'Send test event',
        icon: Send,
        dialog: (close) => <TestWebhook webhook={webhook} onClose={close} />,
      },
      {
        label: 'Edit…',
        icon: Pencil,
        dialog: (close) => <EditWebhook webhook={webhook} onClose={close} />,
      },
      {
        label: 'Rotate secret…',
        icon: RefreshCw,
        dialog: (close) => <RotateSecret webhook={webhook} onClose={close} />,
      },
      {
        label: 'Delete…',
        icon: Trash2,
        isDanger: true,
        dialog: (close) => <DeleteWebhook webhook={webhook} onClose={close} onDeleted={onDeleted ?? close} />,
      },
    ]}
  />
)
