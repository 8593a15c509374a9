import { TextField } from '../../../components/form/field.tsx'
import type { CollectionForm } from '../collection-fields.tsx'

export const FusionField = ({ form }: { form: CollectionForm }) => (
  <TextField
    {...form.bind('fusionWeight')}
    label="Weight of meaning in hybrid searches"
    type="number"
    placeholder="Default of the model"
    hint="0 to 4, where words count 1. 0 searches by words alone."
  />
)
