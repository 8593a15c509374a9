import { useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Switch } from '../../components/form/switch.tsx'
import type { AiModel } from '../../features/models/prices.ts'
import { useIsAdmin, useProject } from '../../project.ts'

/** Switches optimistically; an error switches back and is shown. */
export function ModelSwitch({ model }: { model: AiModel }) {
  const { api, project } = useProject()
  const isAdmin = useIsAdmin()
  const client = useQueryClient()
  const show = (patch: Partial<AiModel>) =>
    client.setQueriesData<AiModel[]>({ queryKey: [project.id, 'models'] }, (models) =>
      models?.map((each) => (each.id === model.id ? { ...each, ...patch } : each)),
    )
  const change = (isActive: boolean, isUndo = false) => {
    show({ isActive })
    api.patch('/api/v1/ai/models/{modelId}', { params: { modelId: model.id }, body: { isActive } }).then(
      (changed) => {
        show(changed)
        toasts.success(
          `${model.name} ${isActive ? 'enabled' : 'disabled'}`,
          isUndo ? undefined : { label: 'Undo', run: () => change(!isActive, true) },
        )
      },
      (error) => {
        show({ isActive: !isActive })
        toasts.error(errorMessage(error))
      },
    )
  }
  return (
    <Switch
      label={`${model.name}: on`}
      isOn={model.isActive}
      isDisabled={!isAdmin}
      onChange={(isOn) => change(isOn)}
    />
  )
}
