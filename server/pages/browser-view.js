// The page of a live view: what is around the images.
import { openLiveView } from './live-view.js'

const status = document.getElementById('status')
const url = document.getElementById('url')
const buttons = ['back', 'forward', 'reload'].map((id) => document.getElementById(id))
const screen = document.getElementById('screen')
const firstToken = new URLSearchParams(location.search).get('state') ?? ''

function showState(message, canControl) {
  if (document.activeElement !== url) url.value = message.url
  document.title = message.title || 'Live browser'
  url.readOnly = !canControl
  for (const button of buttons) button.disabled = !canControl
  if (!message.hasImages) status.textContent = 'This session has no images'
  else if (canControl) status.textContent = 'You are in control'
  else status.textContent = message.control === 'human' ? 'A human is in control' : 'The agent is in control'
}

const view = openLiveView({
  screen,
  path: location.pathname.replace(/view$/, 'stream'),
  readToken: (last) => last ?? firstToken,
  onMessage(message, canControl) {
    if (message.type === 'state') showState(message, canControl)
    else if (message.reason) status.textContent = message.reason
  },
  onConnection(isOpen) {
    if (!isOpen) status.textContent = 'Connecting…'
  },
})

url.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  view.send({ type: 'goto', url: /^https?:/.test(url.value) ? url.value : `https:${'//'}${url.value}` })
  screen.focus()
})
for (const button of buttons) button.addEventListener('click', () => view.send({ type: button.id }))
