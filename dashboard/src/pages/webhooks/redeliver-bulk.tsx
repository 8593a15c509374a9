import type { WebhookDelivery } from '@stoa/sdk'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { BulkDialog } from '../../components/list/bulk-dialog.tsx'
import { SelectionBar } from '../../components/list/selection-bar.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { eventText } from '../../features/events/event-text.ts'
import { useProject, useRefresh } from '../../project.ts'

type RedeliverBulkProps = {
  webhookId: string
  selection: { selected: readonly WebhookDelivery[]; clear(): void }
}

/** Sends the selected deliveries again. */
export function RedeliverBulk({ webhookId, selection }: RedeliverBulkProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isOpen, setOpen] = useState(false)
  const { selected } = selection
  return (
    <>
      <SelectionBar count={selected.length} onClear={selection.clear}>
        <Button icon={<RotateCcw size={14} aria-hidden />} onClick={() => setOpen(true)}>
          Redeliver
        </Button>
      </SelectionBar>
      {isOpen && (
        <BulkDialog
          title={`Redeliver ${pluralize(selected.length, 'delivery', 'deliveries')}?`}
          confirmLabel="Redeliver"
          rows={selected}
          nameOf={({ eventType, id }) => `${eventText(eventType)} …${id.slice(-8)}`}
          act={({ id: deliveryId }) =>
            api.post('/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
              params: { id: webhookId, deliveryId },
            })
          }
          onChanged={() => void refresh(['deliveries', webhookId])}
          onClose={() => {
            setOpen(false)
            selection.clear()
          }}
        >
          <p>The receiver gets the events again, with the same event IDs.</p>
        </BulkDialog>
      )}
    </>
  )
}
