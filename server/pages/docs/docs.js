import { codeTabs, element, failureNote } from '../dom.js'
import { callJson } from '../http.js'
import { attachThemeToggle } from '../theme-toggle.js'
import { errorTable } from './docs-errors.js'
import { attachKeys } from './docs-keys.js'
import { createList } from './docs-list.js'
import { toCurl, toFetch } from './snippets.js'
import { readSpec } from './spec.js'

const byId = (id) => document.getElementById(id)
const search = byId('search')
const plainTitle = document.title
const operationAddress = /^#[A-Z]+\//

function showFirstCall() {
  byId('base').textContent = `${location.origin}/api/v1`
  const call = {
    method: 'GET',
    url: `${location.origin}/api/v1/external-users?limit=5`,
    headers: [{ name: 'x-api-key', variable: 'STOA_API_KEY' }],
    body: null,
    auth: 'key',
    answer: 'json',
  }
  const snippets = [
    { label: 'curl', text: toCurl(call) },
    { label: 'JavaScript', text: toFetch(call) },
  ]
  byId('first-call').replaceChildren(codeTabs(() => snippets).node)
}

/** The list covers a narrow screen while it is open. */
function setListOpen(isOpen) {
  document.body.classList.toggle('list-open', isOpen)
  byId('list-toggle').setAttribute('aria-expanded', String(isOpen))
  byId('list-toggle').textContent = isOpen ? 'Close' : 'Browse'
}

const addressedId = () => {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return location.hash.slice(1)
  }
}

function showOnly(id) {
  byId('start').hidden = id !== 'start'
  byId('operation').hidden = id !== 'operation'
  byId('try').hidden = id !== 'operation'
}

/** Fetched when the first operation is opened: it is the larger half of the page. */
async function fetchOpener(spec, session) {
  try {
    const { createOpener } = await import('./docs-open.js')
    return createOpener({ spec, session, article: byId('operation'), aside: byId('try') })
  } catch {
    const message = 'Part of this page could not be loaded. Reload to try again.'
    return () =>
      byId('operation').replaceChildren(
        element('div', { class: 'note', role: 'alert' }, failureNote({ message })),
      )
  }
}

function createPages(spec, list, session) {
  const byAddress = new Map(spec.operations.map((operation) => [operation.id, operation]))
  let opener = null
  let wanted = null

  const showStart = () => {
    wanted = null
    const isUnknown = operationAddress.test(location.hash)
    byId('fault').textContent = isUnknown ? `Operation ${addressedId()} not found.` : ''
    showOnly('start')
    byId('start-link').setAttribute('aria-current', 'page')
    list.setCurrent(null)
    document.title = plainTitle
    // The page may have been hidden when the browser looked for the target of the URL.
    document.getElementById(addressedId())?.scrollIntoView()
  }

  const showOperation = async (listed) => {
    wanted = listed
    byId('start-link').removeAttribute('aria-current')
    list.setCurrent(listed.id)
    document.title = `${listed.summary} · ${plainTitle}`
    opener ??= fetchOpener(spec, session)
    const open = await opener
    // Another operation may have been chosen meanwhile.
    if (wanted !== listed) return
    showOnly('operation')
    open(listed)
    scrollTo(0, 0)
    byId('try').scrollTop = 0
  }

  return {
    /** Shows the operation in the URL; without one the first page. */
    async follow() {
      const listed = byAddress.get(addressedId())
      if (listed) await showOperation(listed)
      else showStart()
    },
    /** Moving through the list adds nothing to the browser history. */
    async goTo(listed) {
      history.replaceState(null, '', `#${listed.id}`)
      await showOperation(listed)
    },
  }
}

function attachSearch(list) {
  const apply = () => {
    const found = list.filter(search.value.trim())
    byId('found').textContent = search.value.trim() ? `${found} found` : ''
  }
  search.addEventListener('input', apply)
  return (target) => {
    if (search.value && (target === search || target === document.body)) {
      search.value = ''
      apply()
    } else if (document.body.classList.contains('list-open')) setListOpen(false)
    else target.blur()
  }
}

function attachNavigation(pages, list, clear) {
  const move = async (delta) => {
    const isInList = byId('list').contains(document.activeElement) && document.activeElement !== search
    const next = list.neighbour(delta)
    if (!next) return
    await pages.goTo(next)
    if (isInList) list.focusCurrent()
  }
  const openFirst = () => {
    const first = list.first()
    if (!first) return
    location.hash = first.id
    setListOpen(false)
  }
  attachKeys({ search, list: byId('list'), dialog: byId('keys-dialog'), move, clear, openFirst })
  addEventListener('hashchange', () => pages.follow())
  byId('list').addEventListener('click', (event) => {
    if (event.target.closest('a')) setListOpen(false)
  })
}

async function load() {
  const [description, signedIn] = await Promise.all([
    callJson('GET', '/api/v1/openapi.json'),
    callJson('GET', '/api/v1/auth/session'),
  ])
  if (!description.isOk) {
    const retry = element('button', { type: 'button', class: 'button', on: { click: load } }, 'Try again')
    byId('fault').replaceChildren(...failureNote(description.failure).filter(Boolean), retry)
    byId('areas').replaceChildren(
      element('p', { class: 'muted list-nothing' }, 'The list could not be loaded.'),
    )
    showOnly('start')
    return
  }
  const spec = readSpec(description.answer)
  byId('version').textContent = `v${spec.version}`
  byId('version').hidden = spec.version === ''
  const codes = Object.entries(spec.errorCodes).map(([code, known]) => ({ code, ...known }))
  byId('error-codes-table').replaceChildren(
    errorTable(
      codes.toSorted((a, b) => a.status - b.status),
      (code) => `error/${code}`,
    ),
  )
  const list = createList(byId('areas'), spec)
  const pages = createPages(spec, list, () => (signedIn.isOk ? signedIn.answer.data : null))
  attachNavigation(pages, list, attachSearch(list))
  await pages.follow()
}

attachThemeToggle(byId('theme'))
byId('keys').addEventListener('click', () => byId('keys-dialog').showModal())
byId('keys-close').addEventListener('click', () => byId('keys-dialog').close())
byId('list-toggle').addEventListener('click', () =>
  setListOpen(!document.body.classList.contains('list-open')),
)
byId('skip').addEventListener('click', (event) => {
  event.preventDefault()
  byId('main').focus()
})
showFirstCall()
// A URL with an operation would otherwise show the first page until the list has come.
if (operationAddress.test(location.hash)) byId('start').hidden = true
void load()
