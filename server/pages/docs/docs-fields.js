import { element, richLine } from '../dom.js'
import { fieldsOf, limitsOf, resolve, typeLabel } from './schema.js'

/**
 * One field: name, type, what it must keep to. What lies below is made when it is opened, because a schema may
 * contain itself. `opened` names the field that starts open.
 */
export function fieldRow(spec, { name, schema: given, isRequired, isAlternative, description }, opened = '') {
  const { schema } = resolve(spec.document, given)
  const nested = fieldsOf(spec.document, given)
  const text = description ?? schema.description ?? ''
  return element(
    'li',
    { class: 'field-row' },
    element(
      'div',
      { class: 'field-head' },
      element('span', { class: isAlternative ? 'field-choice' : 'field-name' }, name),
      element('span', { class: 'field-type' }, typeLabel(spec.document, given)),
      isRequired && element('span', { class: 'field-required' }, 'required'),
      schema.readOnly && element('span', { class: 'field-type' }, 'read only'),
      schema.deprecated && element('span', { class: 'field-type' }, 'deprecated'),
    ),
    text && element('p', { class: 'field-text' }, richLine(text)),
    facts(schema),
    nested.length > 0 && children(spec, nested, name === opened),
  )
}

function facts(schema) {
  const held = schema.items && !schema.enum ? schema.items : schema
  const limits = [
    ...limitsOf(schema),
    ...(held === schema ? [] : limitsOf(held).map((limit) => `each ${limit}`)),
  ]
  const parts = limits.map((limit) => element('span', {}, limit))
  if (schema.default !== undefined) {
    parts.unshift(element('span', {}, 'default ', element('code', {}, JSON.stringify(schema.default))))
  }
  const choices = held.enum ?? []
  if (choices.length > 0) {
    const values = choices.map((choice) => element('code', {}, String(choice)))
    parts.push(element('span', { class: 'choices' }, choices.length > 1 ? 'one of ' : 'only ', values))
  }
  return parts.length > 0 && element('div', { class: 'field-facts' }, parts)
}

function children(spec, nested, isOpen) {
  const isChoice = nested[0].isAlternative
  const label = isChoice
    ? `${nested.length} alternatives`
    : `${nested.length} ${nested.length === 1 ? 'field' : 'fields'}`
  const list = element('ul', { class: 'fields nested' })
  const fill = () => {
    if (list.childElementCount === 0) list.append(...nested.map((field) => fieldRow(spec, field)))
  }
  if (isOpen) fill()
  return element(
    'details',
    { class: 'field-more', open: isOpen, on: { toggle: fill } },
    element('summary', {}, label),
    list,
  )
}

export const fieldList = (spec, fields, opened) =>
  element(
    'ul',
    { class: 'fields' },
    fields.map((field) => fieldRow(spec, field, opened)),
  )

/** The fields of a body; when it has none (text, a list of numbers) the body itself is the only row. */
export function schemaTree(spec, schema, opened) {
  const fields = fieldsOf(spec.document, schema)
  return fieldList(spec, fields.length > 0 ? fields : [{ name: 'body', schema, isRequired: false }], opened)
}
