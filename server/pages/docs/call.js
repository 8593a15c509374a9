import { idForm } from './docs-ids.js'

/**
 * What was typed for an operation, before anything was: what it needs starts from examples. The ids among them belong
 * to nothing on this server, so such a field starts empty.
 */
export function emptyDraft(operation) {
  const path = {}
  const query = {}
  for (const { name, example, schema, in: place, required } of operation.parameters) {
    const text = String(example ?? schema.example ?? '')
    const value = idForm.test(text) ? '' : text
    if (place === 'path') path[name] = value
    if (place === 'query' && required && value !== '') query[name] = value
  }
  const { body } = operation
  const example = body?.example
  const text =
    typeof example === 'string' && body.kind === 'text' ? example : JSON.stringify(example, null, 2)
  return { path, query, header: {}, form: {}, files: {}, bodyText: text ?? '' }
}

/**
 * The request of a draft. `problems` are the reasons for which it cannot be sent at all; what the
 * server would refuse is no problem here, since seeing it refused is what the page is for.
 */
export function composeCall({ operation, draft, origin, username = '', auth }) {
  const problems = []
  const path = operation.path.replace(/\{([^}+]+)(\+?)\}/g, (placeholder, name, rest) => {
    const value = draft.path[name] ?? ''
    if (value === '') problems.push({ name, message: 'needs a value' })
    // Browsers and curl resolve such segments before sending: the call would reach another operation.
    else if (value.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))) {
      problems.push({ name, message: 'cannot be . or ..' })
    } else return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
    return placeholder
  })
  return {
    method: operation.method,
    url: `${origin}${path}${queryText(operation, draft)}`,
    headers: headersOf({ operation, draft, username, auth }),
    body: bodyOf(operation, draft),
    auth: operation.access === 'public' ? 'none' : auth,
    cookieName: operation.cookieName,
    answer: operation.answer,
    problems,
  }
}

function queryText(operation, draft) {
  const search = new URLSearchParams()
  for (const { name, in: place } of operation.parameters) {
    const value = place === 'query' ? (draft.query[name] ?? '') : ''
    for (const part of [value].flat()) if (part !== '') search.append(name, part)
  }
  const text = search.toString()
  return text && `?${text}`
}

/** A header has a value, or names the variable that holds its secret: secrets never get into a snippet. */
function headersOf({ operation, draft, username, auth }) {
  const headers = []
  const isWrite = operation.method !== 'GET'
  if (operation.access !== 'public') {
    if (auth === 'key') headers.push({ name: 'x-api-key', variable: 'STOA_API_KEY' })
    else if (isWrite) headers.push({ name: 'x-csrf-token', variable: 'STOA_CSRF_TOKEN' })
  }
  if (operation.takesUsername && username) headers.push({ name: 'x-username', value: username })
  for (const { name, in: place } of operation.parameters) {
    const value = place === 'header' ? (draft.header[name] ?? '') : ''
    if (value) headers.push({ name: name.toLowerCase(), value })
  }
  const hasText = operation.body && operation.body.kind !== 'form' && draft.bodyText.trim() !== ''
  if (hasText) headers.push({ name: 'content-type', value: operation.body.mediaType })
  return headers
}

function bodyOf(operation, draft) {
  if (!operation.body) return null
  if (operation.body.kind !== 'form') {
    const text = draft.bodyText.trim()
    return text === '' ? null : { kind: operation.body.kind, text }
  }
  // A file that is not chosen yet stays in the snippets under a stand-in name and is left out when sending.
  const parts = operation.body.fields.map(({ name, isFile }) => {
    const file = draft.files[name]
    return isFile
      ? { name, file, fileName: file?.name ?? 'path/to/file' }
      : { name, value: draft.form[name] ?? '' }
  })
  return { kind: 'form', parts: parts.filter((part) => part.value !== '') }
}
