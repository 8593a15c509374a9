import { TextField } from '../../../components/form/field.tsx'
import type { useForm } from '../../../components/form/use-form.ts'

type FusionForm = ReturnType<typeof useForm<{ fusionWeight: string }>>

export const FusionField = ({ form }: { form: Pick<FusionForm, 'bind'> }) => (
  <TextField
    {...form.bind('fusionWeight')}
    label="Weight of meaning in hybrid searches"
    type="number"
    placeholder="Default of the model"
    hint="0 to 4, where words count 1. 0 searches by words alone."
  />
)
