import { isStoaError, type Skill } from '@stoa/sdk'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { type SkillDraft, SkillFields } from './create-skill.tsx'
import { deletePath, updatePath } from './skills-api.ts'

type SkillDialogProps = { skill: Skill; onClose(): void }

/** A change of the text is a new version. */
export function EditSkill({ skill, onClose }: SkillDialogProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  // The ETag from when it was opened: concurrent changes must not be overwritten.
  const [before] = useState(skill)
  const { name, description, instructions } = before
  const form = useForm<SkillDraft>({ name, description, instructions })
  const save = form.submit(async (draft) => {
    const { version } = await api.patch(updatePath, {
      params: { id: before.id },
      body: { description: draft.description, instructions: draft.instructions },
      ifMatch: before.revision,
    })
    toasts.success(`Saved as version ${version}`)
    onClose()
    await refresh(['skills'])
  })
  return (
    <FormDialog title={`Edit ${name}`} submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      <SkillFields form={form} />
    </FormDialog>
  )
}

export function DeleteSkill({ skill, onClose, onDeleted }: SkillDialogProps & { onDeleted(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isInUse, setInUse] = useState(false)
  return (
    <ConfirmDialog
      title={`Delete ${skill.name}?`}
      confirmLabel={isInUse ? 'Delete and detach' : 'Delete skill'}
      onClose={onClose}
      onDone={onDeleted}
      run={async () => {
        try {
          await api.delete(deletePath, { params: { id: skill.id }, query: { detach: isInUse } })
        } catch (error) {
          if (isStoaError(error) && error.code === 'skill_in_use') setInUse(true)
          throw error
        }
        toasts.success('Skill deleted')
        await refresh(['skills', 'list'])
      }}
    >
      <p>
        {isInUse
          ? 'Agents use it. They continue without it when it is deleted.'
          : 'It is deleted with all of its versions.'}
      </p>
    </ConfirmDialog>
  )
}
