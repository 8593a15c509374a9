import { z } from 'zod'
import { isPatternSafe } from '../../../kernel/patterns/pattern.ts'

export const fieldTypes = [
  'text',
  'number',
  'integer',
  'boolean',
  'date',
  'json',
  'select',
  'email',
  'url',
  'relation',
  'file',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** What the product itself says about a document; no field may bear these names. */
export const systemFields = [
  'id',
  'collectionId',
  'ownerId',
  'createdAt',
  'updatedAt',
  'version',
  'expand',
] as const

export const isSystemField = (name: string): boolean => (systemFields as readonly string[]).includes(name)

export const maxFields = 100
export const maxDocumentBytes = 256 * 1024

/** Names that every JavaScript object has: a document without such a field would seem to have it. */
const isInherited = (name: string): boolean => name in Object.prototype

/**
 * Names that declared fields have; undeclared ones of flexible collections may be anything that is no filter operator.
 */
const FieldName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,62}$/, 'must be letters, digits and _ only, a letter first')
  .refine((name) => !isSystemField(name), 'is a name of a system field')
  .refine((name) => !isInherited(name), 'is a name that no field can have')

const combinators = new Set(['_and', '_or', '_not'])
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are refused
const controlCharacter = /[\u0000-\u001f\u007f]/

export const isFreeName = (name: string): boolean =>
  name.length >= 1 &&
  name.length <= 100 &&
  !controlCharacter.test(name) &&
  !combinators.has(name) &&
  !isInherited(name)

const Relation = z.strictObject({
  collectionId: z.string().min(1).max(100).describe('The id or slug of the target collection.'),
  onDelete: z.enum(['restrict', 'setNull', 'cascade']).default('restrict'),
})

const numeric = new Set<FieldType>(['number', 'integer'])
const textual = new Set<FieldType>(['text', 'select', 'email', 'url'])

const rules = {
  type: z.enum(fieldTypes),
  required: z.boolean().default(false),
  unique: z
    .boolean()
    .default(false)
    .describe(
      'Values are unique in the whole collection, or per owner if `access` is `owner`, so that values of other owners are not revealed.',
    ),
  default: z
    .unknown()
    .optional()
    .describe('`$NOW` and `$CURRENT_USER` are replaced by the current time and the acting user.'),
  min: z.number().optional().describe('Minimum value of numbers, minimum length of strings.'),
  max: z.number().optional(),
  pattern: z
    .string()
    .min(1)
    .max(200)
    .refine(isPatternSafe, 'is not a pattern of the supported kind')
    .optional(),
  options: z.array(z.string().min(1).max(200)).min(1).max(200).optional(),
  relation: Relation.optional(),
  description: z.string().max(500).optional(),
}

export const FieldInput = z
  .strictObject({
    name: FieldName,
    ...rules,
    renamedFrom: z.string().max(63).optional().describe('The previous name of the field.'),
  })
  .superRefine((field, context) => {
    const fault = faultOf(field)
    if (fault) context.addIssue({ code: 'custom', path: [fault.at], message: fault.message })
  })
export type FieldInput = z.output<typeof FieldInput>

/** A field as it is stored: numbered, so that what is derived from it survives a new name. */
export type Field = Omit<FieldInput, 'renamedFrom'> & { number: number }

export const FieldView = z.object({ name: z.string(), ...rules })

type Rules = Pick<FieldInput, 'type' | 'unique' | 'min' | 'max' | 'pattern' | 'options' | 'relation'>

function faultOf({ type, unique, min, max, pattern, options, relation }: Rules) {
  if ((type === 'select') !== (options !== undefined))
    return { at: 'options', message: 'is required for, and only allowed in, fields of type select' }
  if ((type === 'relation') !== (relation !== undefined))
    return { at: 'relation', message: 'is required for, and only allowed in, fields of type relation' }
  if (unique && type === 'json') return { at: 'unique', message: 'is not supported for fields of type json' }
  if (pattern !== undefined && !textual.has(type))
    return { at: 'pattern', message: 'is only allowed for text fields' }
  if ((min !== undefined || max !== undefined) && !numeric.has(type) && !textual.has(type))
    return { at: min === undefined ? 'max' : 'min', message: 'is only allowed for number and text fields' }
  if (min !== undefined && max !== undefined && min > max)
    return { at: 'min', message: 'must not be greater than max' }
  return null
}
