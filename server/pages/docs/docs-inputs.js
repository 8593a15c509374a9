import { element } from '../dom.js'
import { resolve } from './schema.js'

/**
 * An input made from a schema. It suggests but does not enforce: sending something wrong and reading the error
 * is one of the things the page is for. `write` is called with every change.
 */
export function schemaInput(spec, { name, schema: given, isRequired, value, id, write }) {
  const { schema } = resolve(spec.document, given)
  const held = schema.items ? resolve(spec.document, schema.items).schema : schema
  if (schema.type === 'array' && held.enum) return choiceBoxes(held.enum, value, write, name)
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null)
  if (choices) return select(id, choices, { value, write, isRequired, standard: schema.default })
  return element('input', {
    id,
    value: value ?? '',
    placeholder: placeholderOf(schema),
    autocomplete: 'off',
    spellcheck: 'false',
    inputmode: schema.type === 'integer' ? 'numeric' : undefined,
    on: { input: (event) => write(event.target.value) },
  })
}

function placeholderOf(schema) {
  if (schema.default !== undefined) return String(schema.default)
  if (schema.format === 'date-time') return '2026-01-31T09:00:00Z'
  if (schema.type === 'array') return 'a,b,c'
  return schema.format ?? schema.type ?? ''
}

function select(id, choices, { value, write, isRequired, standard }) {
  const unset = element(
    'option',
    { value: '' },
    standard === undefined ? (isRequired ? 'choose' : 'not set') : `not set (${standard})`,
  )
  const options = choices.map((choice) =>
    element('option', { value: choice, selected: String(choice) === value }, String(choice)),
  )
  return element('select', { id, on: { change: (event) => write(event.target.value) } }, unset, options)
}

function choiceBoxes(choices, value = [], write, name) {
  const chosen = new Set([value].flat())
  const boxes = choices.map((choice) => {
    const toggle = (event) => {
      if (event.target.checked) chosen.add(choice)
      else chosen.delete(choice)
      write([...chosen])
    }
    const box = element('input', { type: 'checkbox', checked: chosen.has(choice), on: { change: toggle } })
    return element('label', { class: 'choice' }, box, String(choice))
  })
  return element('div', { class: 'choice-boxes', role: 'group', 'aria-label': name }, boxes)
}

/** A label above its input, with capacity for what is wrong with it. */
export function inputRow(label, id, input, { isRequired = false, hint = '' } = {}) {
  return element(
    'div',
    { class: 'field', 'data-field': label },
    element(
      'label',
      { for: id },
      element('code', {}, label),
      isRequired && element('span', { class: 'field-required' }, 'required'),
      hint && element('span', { class: 'muted' }, hint),
    ),
    input,
  )
}
