import { element } from '../dom.js'
import { prettyJson } from '../json-text.js'
import { emptyDraft } from './call.js'
import { inputRow, schemaInput } from './docs-inputs.js'

/** The part of the form that becomes the body: an editor for text, or one input per part of a multipart body. */
export function bodyInput(spec, operation, draft) {
  const { body } = operation
  if (!body) return null
  return body.kind === 'form' ? formInputs(spec, body, draft) : textInput(operation, draft)
}

function formInputs(spec, body, draft) {
  return body.fields.map(({ name, schema, isFile, isRequired }) => {
    const id = `try-form-${name}`
    const choose = (event) => {
      const [file] = event.target.files
      if (file) draft.files[name] = file
      else delete draft.files[name]
    }
    const input = isFile
      ? element('input', { id, type: 'file', on: { change: choose } })
      : schemaInput(spec, {
          name,
          schema,
          isRequired,
          value: draft.form[name],
          id,
          write: (value) => (draft.form[name] = value),
        })
    return inputRow(name, id, input, { isRequired, hint: isFile ? 'file' : '' })
  })
}

function textInput(operation, draft) {
  const isJson = operation.body.kind === 'json'
  const note = element('p', { class: 'muted small', role: 'status' })
  const area = element('textarea', {
    id: 'try-body',
    class: 'code',
    spellcheck: 'false',
    autocomplete: 'off',
  })
  const adjust = () => {
    area.rows = Math.min(18, Math.max(3, area.value.split('\n').length))
    note.textContent = isJson ? jsonFault(area.value) : ''
  }
  const set = (text) => {
    area.value = text
    draft.bodyText = text
    adjust()
  }
  const put = (text) => {
    set(text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.addEventListener('input', () => set(area.value))
  set(draft.bodyText)
  const small = (label, click) =>
    element('button', { type: 'button', class: 'button small', on: { click } }, label)
  return element(
    'div',
    { class: 'field' },
    element(
      'div',
      { class: 'label-row' },
      element(
        'label',
        { for: 'try-body' },
        element('code', {}, 'body'),
        element('span', { class: 'muted' }, operation.body.mediaType),
      ),
      isJson && small('Format', () => put(prettyJson(area.value) ?? area.value)),
      small('Reset', () => put(emptyDraft(operation).bodyText)),
    ),
    area,
    note,
  )
}

function jsonFault(text) {
  if (text.trim() === '') return ''
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return `Not valid JSON, sent as is: ${error.message}`
  }
}
