import type { useForm } from '../../../components/form/use-form.ts'
import type { TriggerDraft } from './trigger-draft.ts'

export type TriggerForm = ReturnType<typeof useForm<TriggerDraft>>
export type FieldsProps = { form: TriggerForm }
