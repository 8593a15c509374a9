import { SelectField } from '../../components/form/field.tsx'
import type { useForm } from '../../components/form/use-form.ts'
import { roleNames } from './role-names.ts'

const choices = Object.entries(roleNames).map(([value, label]) => ({ value, label }))

type RoleFieldProps = {
  bound: ReturnType<ReturnType<typeof useForm>['bind']>
  /** What admins can do besides. */
  hint: string
}

/** The role of a member or of an API key. */
export const RoleField = ({ bound, hint }: RoleFieldProps) => (
  <SelectField {...bound} label="Role" choices={choices} hint={hint} />
)
