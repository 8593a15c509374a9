import { codeTabs, element } from '../dom.js'
import { send } from '../http.js'
import { tabMemory } from '../keep.js'
import { composeCall, emptyDraft } from './call.js'
import { bodyInput } from './docs-body.js'
import { firstId, idsInBody, listOf } from './docs-ids.js'
import { inputRow, schemaInput } from './docs-inputs.js'
import { createResponseView } from './docs-response.js'
import { toCurl, toFetch } from './snippets.js'

/**
 * The right of the page: fill in, send, read. What was typed is stored per operation while the page is open; the
 * key is stored for the tab only and is never part of a snippet.
 */
export function createTryPanel(container, spec, session) {
  const drafts = new Map()
  let running = null

  return {
    open(operation) {
      running?.abort()
      running = null
      const draft = drafts.get(operation.id) ?? emptyDraft(operation)
      drafts.set(operation.id, draft)
      const answers = element('div', { class: 'answer' })
      const view = createResponseView(answers)
      const tabs = codeTabs(() => snippetsOf(operation, draft))
      const button = element(
        'button',
        { type: 'submit', class: 'button primary', 'data-method': operation.method },
        'Send',
      )
      const submit = async (event) => {
        event.preventDefault()
        if (running) return running.abort()
        const own = new AbortController()
        running = own
        button.textContent = 'Stop'
        await sendCall({ form, view, operation, draft, session: session(), signal: own.signal })
        // Opening another operation may have put its own call in the place of this one.
        if (running === own) running = null
        button.textContent = 'Send'
      }
      const form = element(
        'form',
        {
          class: 'try-form',
          novalidate: true,
          on: { submit, input: tabs.show, change: tabs.show, keydown: sendOnCtrlEnter },
        },
        element('h2', {}, 'Try it'),
        credentials(operation, session()),
        parameterInputs(spec, operation, draft),
        bodyInput(spec, operation, draft),
        element('div', { class: 'send' }, button, element('span', { class: 'muted small' }, 'Ctrl Enter')),
      )
      container.replaceChildren(form, tabs.node, answers)
      if (session() || tabMemory.get('apiKey')) void fillIds(spec, operation, draft, form)
      view.showExample(operation.responses.find((response) => response.status.startsWith('2')))
    },
  }
}

/** An id that is there, so that the first call finds something. What is typed meanwhile stays. */
async function fillIds(spec, operation, draft, form) {
  for (const { name, in: place } of operation.parameters) {
    const list = place === 'path' && !draft.path[name] ? listOf(spec, operation, name) : null
    const id = list === null ? null : await firstId(list)
    const input = form.querySelector(`#${CSS.escape(`try-path-${name}`)}`)
    if (id === null || draft.path[name] || !input?.isConnected) continue
    input.value = id
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await fillBodyIds(operation, draft, form)
}

async function fillBodyIds(operation, draft, form) {
  if (operation.body?.kind !== 'json') return
  for (const { id, list } of idsInBody(operation.body.example)) {
    const real = await firstId(list)
    const area = form.querySelector('#try-body')
    if (real === null || !area?.isConnected || !draft.bodyText.includes(id)) continue
    area.value = draft.bodyText.replace(id, real)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function sendOnCtrlEnter(event) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
}

function snippetsOf(operation, draft) {
  const auth = operation.access === 'session' ? 'session' : 'key'
  const call = composeCall({
    operation,
    draft,
    origin: location.origin,
    username: tabMemory.get('username') ?? '',
    auth,
  })
  return [
    { label: 'curl', text: toCurl(call) },
    { label: 'JavaScript', text: toFetch(call) },
  ]
}

async function sendCall({ form, view, operation, draft, session, signal }) {
  const key = (tabMemory.get('apiKey') ?? '').trim()
  const auth = key && operation.access !== 'session' ? 'key' : 'session'
  const call = composeCall({
    operation,
    draft,
    origin: location.origin,
    username: tabMemory.get('username') ?? '',
    auth,
  })
  if (showProblems(form, call.problems)) return
  const secrets = { STOA_API_KEY: key, STOA_CSRF_TOKEN: session?.csrfToken ?? '' }
  const startedAt = performance.now()
  view.showWaiting()
  try {
    const headers = call.headers
      .map(({ name, value, variable }) => [name, variable ? secrets[variable] : value])
      .filter(([, value]) => value !== '')
    const options = {
      method: call.method,
      headers,
      body: toBody(call.body),
      signal,
      cache: 'no-store',
      // With a key the cookie stays at home, so that the call is exactly the one the snippets show.
      credentials: call.auth === 'session' ? 'same-origin' : 'omit',
    }
    await view.show(await send(call.url, options), startedAt)
  } catch (error) {
    if (error.name === 'AbortError') view.showFailure('Stopped before the response was complete.')
    else view.showFailure(`Request failed: ${error.message}`)
  }
}

function toBody(body) {
  if (!body) return undefined
  if (body.kind !== 'form') return body.text
  const form = new FormData()
  for (const { name, value, file } of body.parts) {
    if (file) form.append(name, file, file.name)
    else if (value !== undefined) form.append(name, value)
  }
  return form
}

/** True when something has to be filled in first; the first such field is focused. */
function showProblems(form, problems) {
  for (const old of form.querySelectorAll('.field-fault')) old.remove()
  for (const { name, message } of problems) {
    const row = form.querySelector(`[data-field="${CSS.escape(name)}"]`)
    row?.append(element('p', { class: 'field-fault', role: 'alert' }, message))
  }
  form.querySelector('.field:has(.field-fault) input')?.focus()
  return problems.length > 0
}

function credentials(operation, session) {
  if (operation.access === 'public')
    return element('p', { class: 'muted small' }, 'No authentication required.')
  const parts = []
  if (operation.access === 'session') {
    const who = session
      ? `Called as ${session.account.email}.`
      : 'Sign in to the dashboard first; API keys are not accepted here.'
    parts.push(element('p', { class: 'muted small' }, who))
  } else {
    const hint = session ? `or empty to call as ${session.account.email}` : 'stored in this tab only'
    parts.push(
      inputRow('x-api-key', 'try-key', memoryInput('try-key', 'apiKey', 'password', 'stoa_…'), { hint }),
    )
  }
  if (operation.takesUsername) {
    parts.push(
      inputRow(
        'x-username',
        'try-username',
        memoryInput('try-username', 'username', 'text', 'the default user'),
      ),
    )
  }
  return parts
}

const memoryInput = (id, name, type, placeholder) =>
  element('input', {
    id,
    type,
    placeholder,
    value: tabMemory.get(name) ?? '',
    autocomplete: 'off',
    spellcheck: 'false',
    // Password managers would otherwise offer to keep the key.
    'data-1p-ignore': true,
    'data-lpignore': 'true',
    on: { input: (event) => tabMemory.set(name, event.target.value) },
  })

function parameterInputs(spec, operation, draft) {
  const rows = operation.parameters
    .filter((parameter) => ['path', 'query', 'header'].includes(parameter.in))
    .map(({ name, in: place, schema, required }) => {
      const id = `try-${place}-${name}`
      const isRequired = place === 'path' || required === true
      const write = (value) => (draft[place][name] = value)
      const input = schemaInput(spec, { name, schema, isRequired, value: draft[place][name], id, write })
      return {
        isShown: isRequired || draft[place][name],
        place,
        node: inputRow(name, id, input, { isRequired, hint: place }),
      }
    })
  const shown = rows.filter((row) => row.isShown)
  const others = rows.filter((row) => !row.isShown)
  if (others.length === 0) return shown.map((row) => row.node)
  // A few optional parameters fit; a wall of them would hide the button.
  const more = element(
    'details',
    { class: 'more', open: others.length <= 3 },
    element('summary', {}, `${others.length} optional ${others.length === 1 ? 'parameter' : 'parameters'}`),
    others.map((row) => row.node),
  )
  return [...shown.map((row) => row.node), more]
}
