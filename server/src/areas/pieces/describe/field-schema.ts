import type { JsonSchema } from '../../toolkits/index.ts'
import type { Field } from './description.ts'

/** Fields that only speak to the caller that fills in a form. */
const silent = new Set(['MARKDOWN'])

export function schemaOfFields(fields: Readonly<Record<string, Field>>): JsonSchema {
  const spoken = Object.entries(fields).filter(([, { type }]) => !silent.has(type))
  const required = spoken
    .filter(([, field]) => field.required && field.defaultValue === undefined)
    .map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(spoken.map(([name, field]) => [name, schemaOfField(field)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function schemaOfField(field: Field): JsonSchema {
  const description = field.description.trim()
  const hasDefault = ['string', 'number', 'boolean'].includes(typeof field.defaultValue)
  return {
    ...formOf(field),
    ...(field.displayName ? { title: field.displayName } : {}),
    ...(description ? { description } : {}),
    ...(hasDefault ? { default: field.defaultValue } : {}),
  }
}

function formOf(field: Field): JsonSchema {
  switch (field.type) {
    case 'SHORT_TEXT':
    case 'LONG_TEXT':
    case 'SECRET_TEXT':
    case 'COLOR':
    case 'DATE_TIME':
      return { type: 'string' }
    case 'NUMBER':
      return { type: 'number' }
    case 'CHECKBOX':
      return { type: 'boolean' }
    case 'OBJECT':
      return { type: 'object' }
    case 'ARRAY':
      return { type: 'array', items: field.properties ? schemaOfFields(field.properties) : {} }
    case 'STATIC_DROPDOWN':
      return choicesOf(field)
    case 'STATIC_MULTI_SELECT_DROPDOWN':
      return { type: 'array', items: choicesOf(field) }
    case 'DROPDOWN':
      return requestedOf(field)
    case 'MULTI_SELECT_DROPDOWN':
      return { type: 'array', items: {}, ...requestedOf(field) }
    case 'DYNAMIC':
      return { type: 'object', ...requestedOf(field), 'x-fields': true }
    case 'FILE':
      return { type: 'string', 'x-file': true, format: 'uri-reference' }
    default:
      return {}
  }
}

/** Only the service knows the choices: they are loaded, with the values of the named fields. */
const requestedOf = ({ refreshers }: Field): JsonSchema => ({
  'x-options': { dependsOn: refreshers.filter((name) => name !== 'auth') },
})

function choicesOf({ options }: Field): JsonSchema {
  const { options: choices } = (options ?? {}) as { options?: unknown }
  if (!Array.isArray(choices)) return {}
  const values = choices.map((choice) => (choice as { value?: unknown } | null)?.value)
  const isPlain = values.every((value) => ['string', 'number', 'boolean'].includes(typeof value))
  const known = [...new Set(values)]
  return isPlain && known.length > 0 ? { enum: known } : {}
}
