import type { Trigger } from '@stoa/sdk'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { type RowAction, RowMenu } from '../../../components/actions/row-menu.tsx'
import { EditTrigger } from '../form/edit-trigger.tsx'
import { kindOf, triggerTitle } from '../trigger-kind.tsx'
import { DeleteTrigger } from './delete-trigger.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { TestTrigger } from './test-trigger.tsx'

/** Everything that can be done to a trigger; on its own page the most frequent have buttons besides. */
export function TriggerMenu({ trigger, onDeleted }: { trigger: Trigger; onDeleted?(): void }) {
  const isSigned = kindOf(trigger) === 'webhook' && trigger.triggerConfig.signature !== 'none'
  const rotate: RowAction = {
    label: 'Rotate secret…',
    icon: RefreshCw,
    dialog: (close) => <RotateSecret trigger={trigger} onClose={close} />,
  }
  return (
    <RowMenu
      name={triggerTitle(trigger)}
      actions={[
        {
          label: 'Test…',
          icon: Play,
          dialog: (close) => <TestTrigger trigger={trigger} onClose={close} />,
        },
        {
          label: 'Edit…',
          icon: Pencil,
          dialog: (close) => <EditTrigger trigger={trigger} onClose={close} />,
        },
        ...(isSigned ? [rotate] : []),
        {
          label: 'Delete…',
          icon: Trash2,
          isDanger: true,
          dialog: (close) => (
            <DeleteTrigger trigger={trigger} onClose={close} onDeleted={onDeleted ?? close} />
          ),
        },
      ]}
    />
  )
}
