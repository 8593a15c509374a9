import { copyButton, element, richText } from '../dom.js'
import { errorTable } from './docs-errors.js'
import { fieldList, schemaTree } from './docs-fields.js'

const accessTexts = {
  public: ['Public', 'No authentication required.'],
  project: ['API key', 'An API key or a signed-in session.'],
  'end-user': [
    'API key · end user',
    'An API key or a signed-in session. Acts on behalf of the end user in `x-username`.',
  ],
  session: ['Signed in', 'Requires a signed-in session; API keys are not accepted.'],
}

/** The middle of the page: everything about one operation that can be read. */
export function renderOperation(container, spec, operation) {
  const [accessLabel, accessText] = accessTexts[operation.access] ?? accessTexts.project
  container.replaceChildren(
    element('p', { class: 'crumb' }, operation.area),
    element('h1', { tabindex: '-1' }, operation.summary),
    addressLine(operation),
    element(
      'p',
      { class: 'chips' },
      element('span', { class: 'chip' }, accessLabel),
      operation.permission && element('span', { class: 'chip' }, operation.permission),
      operation.takesEndUserTokens && element('span', { class: 'chip' }, 'End-user token'),
      operation.isAdminOnly && element('span', { class: 'chip warn' }, 'Admins only'),
      operation.answer === 'events' && element('span', { class: 'chip' }, 'Event stream'),
      operation.isDeprecated && element('span', { class: 'chip warn' }, 'Deprecated'),
    ),
    element('div', { class: 'prose' }, richText(operation.description)),
    section('Authorization', richText(accessText), permissionText(operation)),
    ...parameterSections(spec, operation),
    ...bodySection(spec, operation),
    ...responseSections(spec, operation),
    ...errorSection(operation),
  )
}

const section = (title, ...content) => element('section', {}, element('h2', {}, title), ...content)

function addressLine({ method, path }) {
  const marked = path
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? element('em', {}, part) : part))
  return element(
    'div',
    { class: 'address' },
    element('span', { class: 'method', 'data-method': method }, method),
    element('code', {}, marked),
    copyButton(() => path),
  )
}

function permissionText({ permission, isAdminOnly }) {
  const parts = []
  if (permission) parts.push(`A restricted key needs the permission \`${permission}\`.`)
  if (isAdminOnly) parts.push('Admins only.')
  return richText(parts.join(' '))
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
]

function parameterSections(spec, operation) {
  return places.flatMap(([place, title]) => {
    const fields = operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required, description }) => ({
        name,
        schema,
        description,
        isRequired: required === true,
      }))
    return fields.length > 0 ? [section(title, fieldList(spec, fields))] : []
  })
}

function bodySection(spec, { body }) {
  if (!body) return []
  const note = body.isRequired ? body.mediaType : `${body.mediaType}, optional`
  return [
    section(
      'Body',
      element('p', { class: 'muted small' }, note),
      richText(body.description),
      schemaTree(spec, body.schema),
    ),
  ]
}

function responseSections(spec, { responses, answer }) {
  return responses
    .filter((response) => response.status.startsWith('2'))
    .map((response) =>
      section(
        answer === 'events' ? 'Events' : 'Response',
        element(
          'p',
          { class: 'muted small' },
          [response.status, response.mediaType].filter(Boolean).join(' · '),
        ),
        richText(response.description),
        // What a caller wants to know is inside the envelope.
        response.schema && schemaTree(spec, response.schema, 'data'),
      ),
    )
}

function errorSection({ errors }) {
  return errors.length > 0 ? [section('Errors', errorTable(errors))] : []
}
