import { TextField } from '../../../components/form/field.tsx'
import type { useForm } from '../../../components/form/use-form.ts'

type FusionForm = ReturnType<typeof useForm<{ fusionWeight: string }>>

export const FusionField = ({ form }: { form: Pick<FusionForm, 'bind'> }) => (
  <TextField
    {...form.bind('fusionWeight')}
    label="Vector weight in hybrid search"
    type="number"
    placeholder="Default of the model"
    hint="0 to 4; keyword search has a weight of 1. With 0 only keywords are searched."
  />
)
