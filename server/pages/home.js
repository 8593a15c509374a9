import { codeTabs, element, failureNote } from './dom.js'
import { attachForm, attachReveal } from './form.js'
import { overallState, readChecks } from './health.js'
import { callJson } from './http.js'
import { toCurl, toFetch } from './snippets.js'
import { attachThemeToggle } from './theme-toggle.js'

const byId = (id) => document.getElementById(id)

// Often enough that a restart is seen as it happens, rare enough to be no load.
const refreshMs = 5000

function showState(state) {
  const mark = element('span', { class: 'state-mark', 'data-kind': state.kind })
  // A screen reader is told of changes only, not of every check.
  if (byId('state').textContent !== state.label)
    byId('state').replaceChildren(mark, element('span', {}, state.label))
}

function showChecks(checks, hasAnswer) {
  const rows = checks.map(({ name, isOk, note }) =>
    element(
      'li',
      {},
      element('span', { class: 'state-mark', 'data-kind': isOk ? 'good' : 'bad' }),
      element('span', { class: 'check-name' }, name),
      element('span', { class: 'muted' }, note || (isOk ? 'ok' : 'down')),
    ),
  )
  const none = element(
    'li',
    { class: 'muted' },
    hasAnswer ? 'No parts are reported.' : 'No answer. Shown again as soon as there is one.',
  )
  byId('checks').replaceChildren(...(rows.length > 0 ? rows : [none]))
}

async function refresh() {
  const [alive, ready] = await Promise.all([callJson('GET', '/healthz'), callJson('GET', '/readyz')])
  showState(overallState(alive.status, ready.status))
  showChecks(readChecks(ready.answer), ready.status !== 0)
  byId('checked-at').textContent = `Checked at ${new Date().toLocaleTimeString()}`
  return alive.answer.version ?? ready.answer.version
}

async function watchState() {
  const version = await refresh()
  if (byId('version').hidden) await showVersion(version)
  // A hidden tab asks nothing; it asks at once when it is seen again.
  if (document.hidden) document.addEventListener('visibilitychange', watchState, { once: true })
  else setTimeout(watchState, refreshMs)
}

/** The description of the API knows the version too, but it is large, so it is only asked when health is silent. */
async function showVersion(known) {
  const version = known ?? (await callJson('GET', '/api/v1/openapi.json')).answer.info?.version
  if (!version) return
  byId('version').textContent = `v${version}`
  byId('version').hidden = false
}

function showFirstCall() {
  const call = {
    method: 'GET',
    url: `${location.origin}/api/v1/external-users`,
    headers: [{ name: 'x-api-key', variable: 'STOA_API_KEY' }],
    body: null,
    auth: 'key',
    answer: 'json',
  }
  const snippets = [
    { label: 'curl', text: toCurl(call) },
    { label: 'JavaScript', text: toFetch(call) },
  ]
  byId('try').replaceChildren(codeTabs(() => snippets).node)
}

function showSignIn() {
  byId('account-wait').hidden = true
  byId('signed-in').hidden = true
  byId('sign-in').hidden = false
}

function showAccount({ account, projects = [], csrfToken }) {
  const note = element('div', { class: 'note', role: 'alert' })
  const signOut = async () => {
    const result = await callJson('POST', '/api/v1/auth/sign-out', { headers: { 'x-csrf-token': csrfToken } })
    // A session that the server no longer knows is as good as signed out.
    if (result.isOk || result.status === 401) showSignIn()
    else note.replaceChildren(...failureNote(result.failure).filter(Boolean))
  }
  byId('signed-in').replaceChildren(
    element(
      'p',
      { class: 'who' },
      element('strong', {}, account.name || account.email),
      account.name && element('span', { class: 'muted' }, account.email),
    ),
    element(
      'ul',
      { class: 'projects' },
      projects.map((project) =>
        element(
          'li',
          {},
          element('span', {}, project.name),
          element('span', { class: 'chip' }, project.role),
        ),
      ),
    ),
    note,
    element('button', { type: 'button', class: 'button wide', on: { click: signOut } }, 'Sign out'),
  )
  byId('account-wait').hidden = true
  byId('sign-in').hidden = true
  byId('signed-in').hidden = false
}

async function start() {
  attachThemeToggle(byId('theme'))
  attachReveal(byId('reveal'), byId('password'))
  attachForm(byId('sign-in'), async ({ email, password }) => {
    const result = await callJson('POST', '/api/v1/auth/sign-in', { body: { email, password } })
    if (!result.isOk) return result.failure
    byId('password').value = ''
    showAccount(result.answer.data)
    return null
  })
  showFirstCall()
  const session = callJson('GET', '/api/v1/auth/session').then((result) =>
    result.isOk ? showAccount(result.answer.data) : showSignIn(),
  )
  await Promise.all([session, watchState()])
}

void start()
