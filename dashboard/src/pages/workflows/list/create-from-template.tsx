import type { ReactNode, SubmitEvent } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import type { useForm } from '../../../components/form/use-form.ts'
import { TemplateOption } from './template-option.tsx'

type Template = { slug: string; name: string; description: string }
type NamedForm = ReturnType<typeof useForm<{ name: string; template: string }>>

type CreateFromTemplateProps = {
  noun: 'agent' | 'workflow'
  form: Pick<NamedForm, 'values' | 'bind' | 'isBusy' | 'failure'>
  /** The one with an empty slug is the blank one. */
  templates: readonly Template[]
  onChoose(slug: string): void
  onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void>
  onClose(): void
  /** Fields between the name and the templates. */
  children: ReactNode
}

/** A name, and what to start with. */
export function CreateFromTemplate({
  noun,
  form,
  templates,
  onChoose,
  onSubmit,
  onClose,
  children,
}: CreateFromTemplateProps) {
  const chosen = templates.find(({ slug }) => slug !== '' && slug === form.values.template)
  return (
    <FormDialog
      title={noun === 'agent' ? 'Create an agent' : 'Create a workflow'}
      submitLabel={`Create ${noun}`}
      width="wide"
      form={form}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder={chosen?.name ?? (noun === 'agent' ? 'New Agent' : 'New Workflow')}
        hasInitialFocus
      />
      {children}
      <fieldset className="template-list">
        <legend className="field-label">Start with</legend>
        {templates.map(({ slug, name, description }) => (
          <TemplateOption
            key={slug}
            slug={slug}
            name={name}
            description={description}
            chosen={form.values.template}
            onChoose={onChoose}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

/** The name that was written, or that of the template; without both the server chooses one. */
export const chosenName = (name: string, template: Template | undefined): { name?: string } =>
  name.trim() !== '' ? { name } : template ? { name: template.name } : {}
