// The live view of a browser session: images that come in are drawn, and what is done with mouse and keyboard is sent.
const screen = document.getElementById('screen')
const status = document.getElementById('status')
const url = document.getElementById('url')
const buttons = [document.getElementById('back'), document.getElementById('reload')]
const context = screen.getContext('2d', { alpha: false })
let token = new URLSearchParams(location.search).get('state') ?? ''
let socket = null
let canControl = false
let hasEnded = false

const modifiersOf = (event) =>
  (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0)
const mouseButtons = ['left', 'middle', 'right']

function send(message) {
  if (canControl && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

function showState(message) {
  if (message.state) token = message.state
  if (message.viewport && screen.width !== message.viewport.width)
    Object.assign(screen, { width: message.viewport.width, height: message.viewport.height })
  canControl = message.isInteractive && message.control === 'human'
  if (document.activeElement !== url) url.value = message.url
  document.title = message.title || 'Live browser'
  url.readOnly = !canControl
  for (const button of buttons) button.disabled = !canControl
  if (!message.hasImages) status.textContent = 'This session has no images'
  else if (canControl) status.textContent = 'You are in control'
  else status.textContent = message.control === 'human' ? 'A human is in control' : 'The agent is in control'
}

async function draw(bytes) {
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  context.drawImage(image, 0, 0, screen.width, screen.height)
  image.close()
}

function connect() {
  const target = new URL(location.pathname.replace(/view$/, 'stream'), location.href)
  target.protocol = target.protocol.replace('http', 'ws')
  target.searchParams.set('state', token)
  socket = new WebSocket(target)
  socket.binaryType = 'arraybuffer'
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string') return void draw(data)
    const message = JSON.parse(data)
    if (message.type === 'state') showState(message)
    else if (message.type === 'ended') {
      hasEnded = true
      status.textContent = message.reason
    } else if (message.reason) status.textContent = message.reason
  }
  socket.onclose = () => {
    canControl = false
    if (hasEnded) return
    status.textContent = 'Connecting…'
    setTimeout(connect, 2000)
  }
}

const placeOf = (event) => {
  const box = screen.getBoundingClientRect()
  return {
    x: Math.max(0, ((event.clientX - box.left) * screen.width) / box.width),
    y: Math.max(0, ((event.clientY - box.top) * screen.height) / box.height),
  }
}
const mouse = (type) => (event) => {
  const button = type === 'mouseMoved' ? 'none' : (mouseButtons[event.button] ?? 'none')
  const clickCount = type === 'mouseMoved' ? 0 : Math.min(3, event.detail || 1)
  const buttons = event.buttons & 7
  send({ type, ...placeOf(event), button, buttons, clickCount, modifiers: modifiersOf(event) })
}
let lastMove = 0
screen.addEventListener('mousemove', (event) => {
  if (event.timeStamp - lastMove < 30) return
  lastMove = event.timeStamp
  mouse('mouseMoved')(event)
})
screen.addEventListener('mousedown', (event) => {
  screen.focus()
  mouse('mousePressed')(event)
  event.preventDefault()
})
screen.addEventListener('mouseup', mouse('mouseReleased'))
screen.addEventListener('contextmenu', (event) => event.preventDefault())
screen.addEventListener(
  'wheel',
  (event) => {
    send({ type: 'mouseWheel', ...placeOf(event), deltaX: event.deltaX, deltaY: event.deltaY })
    event.preventDefault()
  },
  { passive: false },
)
const key = (type) => (event) => {
  if (!canControl) return
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey
  const text = isText ? event.key : event.key === 'Enter' ? '\r' : undefined
  const kind = type === 'keyDown' && text === undefined ? 'rawKeyDown' : type
  const typed = type === 'keyDown' && text !== undefined ? { text } : {}
  const { code, keyCode } = event
  send({
    type: kind,
    key: event.key,
    code,
    keyCode: Math.min(255, keyCode),
    modifiers: modifiersOf(event),
    ...typed,
  })
  // The tabulator leaves the page, so that no one is caught in it.
  if (event.key !== 'Tab') event.preventDefault()
}
screen.addEventListener('keydown', key('keyDown'))
screen.addEventListener('keyup', key('keyUp'))
screen.addEventListener('paste', (event) =>
  send({ type: 'insertText', text: event.clipboardData.getData('text').slice(0, 10_000) }),
)
url.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  send({ type: 'goto', url: /^https?:/.test(url.value) ? url.value : `https:${'//'}${url.value}` })
  screen.focus()
})
buttons[0].addEventListener('click', () => send({ type: 'back' }))
buttons[1].addEventListener('click', () => send({ type: 'reload' }))
connect()
