import type { BodyOf } from '@stoa/sdk'
import type { Field, FieldType } from '../../../features/tables/tables-api.ts'
import { readValue, textOf } from '../cell-values.ts'

type FieldInput = NonNullable<
  NonNullable<BodyOf<'/api/v1/table/collections/{id}', 'patch'>>['schema']
>['fields'][number]

/** A field in the editor; every input is a string. */
export type FieldDraft = {
  key: string
  /** What it is called now; empty while it is new. */
  before: string
  name: string
  type: FieldType
  required: boolean
  unique: boolean
  default: string
  min: string
  max: string
  pattern: string
  options: string
  relation: string
  onDelete: string
  description: string
}

export const newField = (key: string): FieldDraft => ({
  key,
  before: '',
  name: '',
  type: 'text',
  required: false,
  unique: false,
  default: '',
  min: '',
  max: '',
  pattern: '',
  options: '',
  relation: '',
  onDelete: 'restrict',
  description: '',
})

export const toFieldDraft = (field: Field): FieldDraft => ({
  key: field.name,
  before: field.name,
  name: field.name,
  type: field.type,
  required: field.required,
  unique: field.unique,
  default: textOf(field.default),
  min: textOf(field.min),
  max: textOf(field.max),
  pattern: field.pattern ?? '',
  options: field.options?.join('\n') ?? '',
  relation: field.relation?.collectionId ?? '',
  onDelete: field.relation?.onDelete ?? 'restrict',
  description: field.description ?? '',
})

const numberTypes = new Set<FieldType>(['number', 'integer'])
const textTypes = new Set<FieldType>(['text', 'select', 'email', 'url'])
export const hasRange = (type: FieldType): boolean => numberTypes.has(type) || textTypes.has(type)
export const hasPattern = (type: FieldType): boolean => textTypes.has(type)

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Rules that the type does not have are left out, so that changing the type changes nothing else by accident. */
export function toFieldInput(field: FieldDraft): FieldInput {
  const { name, type, required, unique, before } = field
  return {
    name,
    type,
    required,
    ...(type === 'json' ? {} : { unique }),
    ...(field.default === '' ? {} : { default: readValue(field.default, type) }),
    ...(hasRange(type) && field.min !== '' ? { min: Number(field.min) } : {}),
    ...(hasRange(type) && field.max !== '' ? { max: Number(field.max) } : {}),
    ...(hasPattern(type) && field.pattern !== '' ? { pattern: field.pattern } : {}),
    ...(type === 'select' ? { options: lines(field.options) } : {}),
    ...(type === 'relation'
      ? {
          relation: {
            collectionId: field.relation,
            onDelete: field.onDelete as 'restrict' | 'setNull' | 'cascade',
          },
        }
      : {}),
    ...(field.description === '' ? {} : { description: field.description }),
    ...(before !== '' && before !== name ? { renamedFrom: before } : {}),
  }
}
