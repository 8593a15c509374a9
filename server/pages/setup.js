import { attachForm, attachReveal } from './form.js'
import { callJson } from './http.js'
import { attachThemeToggle } from './theme-toggle.js'

const byId = (id) => document.getElementById(id)

let token = ''

/**
 * The token leaves the address bar before anything else happens, so that it stays out of the history, of
 * bookmarks and of screens that are shared. It is kept nowhere else.
 */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given) {
    token = given
    history.replaceState(null, '', location.pathname)
    byId('done').hidden = true
  }
  byId('form-card').hidden = token === ''
  byId('no-token').hidden = token !== '' || !byId('done').hidden
}

async function setUp({ email, name, password }) {
  const body = { token, email, password, ...(name.trim() && { name: name.trim() }) }
  const result = await callJson('POST', '/api/v1/auth/set-up', { body })
  if (!result.isOk) return result.failure
  token = ''
  byId('set-up').reset()
  byId('form-card').hidden = true
  byId('done-text').textContent = `${email} can sign in from now on.`
  byId('done').hidden = false
  byId('done').focus()
  return null
}

takeToken()
// The link may be opened again in the tab that already shows this page.
addEventListener('hashchange', takeToken)
attachThemeToggle(byId('theme'))
attachReveal(byId('reveal'), byId('password'))
attachForm(byId('set-up'), setUp)
