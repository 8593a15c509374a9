// The live view of a browser session, for its own page and for the dashboard: images that come in are drawn on a canvas,
// and what is done with mouse and keyboard is sent.
const retryMs = 2000
const moveEveryMs = 30
const maxPasted = 10_000
const mouseButtons = ['left', 'middle', 'right']

const modifiersOf = (event) =>
  (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0)

const toSocketUrl = (path, token) => {
  const url = new URL(path, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('state', token)
  return url
}

/** To close one that is not open yet is an error in the console. */
function closeSocket(socket) {
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket?.close()
}

/** Draws the newest image alone, in the order in which they came: to decode one takes longer than another. */
function createPainter(screen) {
  const context = screen.getContext('2d', { alpha: false })
  let next = null
  let isDrawing = false
  return async (bytes) => {
    next = bytes
    if (isDrawing) return
    isDrawing = true
    while (next !== null) {
      const blob = new Blob([next], { type: 'image/jpeg' })
      next = null
      const image = await createImageBitmap(blob).catch(() => null)
      if (image) context.drawImage(image, 0, 0, screen.width, screen.height)
      image?.close()
    }
    isDrawing = false
  }
}

function listenToMouse(screen, send, signal) {
  /** Inside of its border, the image is as large as fits and in the middle. */
  const placeOf = (event) => {
    const box = screen.getBoundingClientRect()
    const scale = Math.min(screen.clientWidth / screen.width, screen.clientHeight / screen.height)
    const place = (at, start, room, size) =>
      Math.min(size, Math.max(0, (at - start - (room - size * scale) / 2) / scale))
    return {
      x: place(event.clientX, box.left + screen.clientLeft, screen.clientWidth, screen.width),
      y: place(event.clientY, box.top + screen.clientTop, screen.clientHeight, screen.height),
    }
  }
  const sendMouse = (type, event) => {
    const isMove = type === 'mouseMoved'
    send({
      type,
      ...placeOf(event),
      button: isMove ? 'none' : (mouseButtons[event.button] ?? 'none'),
      buttons: event.buttons & 7,
      clickCount: isMove ? 0 : Math.min(3, event.detail || 1),
      modifiers: modifiersOf(event),
    })
  }
  let lastMove = 0
  let isPressed = false
  const move = (event) => {
    if (event.timeStamp - lastMove < moveEveryMs) return
    lastMove = event.timeStamp
    sendMouse('mouseMoved', event)
  }
  const press = (event) => {
    screen.focus()
    isPressed = true
    sendMouse('mousePressed', event)
    event.preventDefault()
  }
  // Wherever the button is released: what was dragged out of the view must not stay pressed.
  const release = (event) => {
    if (isPressed) sendMouse('mouseReleased', event)
    isPressed = false
  }
  const turn = (event) => {
    if (send({ type: 'mouseWheel', ...placeOf(event), deltaX: event.deltaX, deltaY: event.deltaY }))
      event.preventDefault()
  }
  screen.addEventListener('mousemove', move, { signal })
  screen.addEventListener('mousedown', press, { signal })
  window.addEventListener('mouseup', release, { signal })
  screen.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  screen.addEventListener('wheel', turn, { signal, passive: false })
}

function listenToKeys(screen, send, signal) {
  const isPaste = (event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v'
  const key = (type) => (event) => {
    // The tabulator leaves the page, so that no one is caught in it; what is pasted comes with its own event.
    if (event.key === 'Tab' || isPaste(event)) return
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey
    const text = isText ? event.key : event.key === 'Enter' ? '\r' : undefined
    const isSent = send({
      type: type === 'keyDown' && text === undefined ? 'rawKeyDown' : type,
      key: event.key,
      code: event.code,
      keyCode: Math.min(255, event.keyCode),
      modifiers: modifiersOf(event),
      ...(type === 'keyDown' && text !== undefined ? { text } : {}),
    })
    if (!isSent) return
    event.preventDefault()
    event.stopPropagation()
  }
  const paste = (event) =>
    send({ type: 'insertText', text: event.clipboardData.getData('text').slice(0, maxPasted) })
  screen.addEventListener('keydown', key('keyDown'), { signal })
  screen.addEventListener('keyup', key('keyUp'), { signal })
  screen.addEventListener('paste', paste, { signal })
}

/**
 * Shows the session on the canvas until it is closed, and connects again when the connection breaks. `readToken` returns
 * the token to connect with, given the last one that the server sent.
 */
export function openLiveView({ screen, path, readToken, onMessage, onConnection }) {
  const closing = new AbortController()
  const draw = createPainter(screen)
  let socket = null
  let lastToken = null
  let canControl = false
  let hasEnded = false
  let timer = null

  /** Whether it went out: a view that has no control sends nothing. */
  function send(message) {
    if (!canControl || socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }
  function receive(message) {
    if (message.type === 'state') {
      lastToken = message.state ?? lastToken
      const { width, height } = message.viewport ?? screen
      if (screen.width !== width || screen.height !== height) Object.assign(screen, { width, height })
      canControl = message.isInteractive && message.control === 'human'
    } else if (message.type === 'ended') hasEnded = true
    onMessage(message, canControl)
  }
  async function connect() {
    const token = await Promise.resolve(readToken(lastToken)).catch(() => lastToken)
    if (closing.signal.aborted) return
    if (token === null) return retry()
    const opened = new WebSocket(toSocketUrl(path, token))
    socket = opened
    opened.binaryType = 'arraybuffer'
    opened.onopen = () => onConnection(true)
    opened.onmessage = ({ data }) => (typeof data === 'string' ? receive(JSON.parse(data)) : void draw(data))
    opened.onclose = () => {
      canControl = false
      if (hasEnded || closing.signal.aborted) return
      onConnection(false)
      retry()
    }
  }
  function retry() {
    timer = setTimeout(connect, retryMs)
  }

  listenToMouse(screen, send, closing.signal)
  listenToKeys(screen, send, closing.signal)
  void connect()
  return {
    send,
    close() {
      closing.abort()
      clearTimeout(timer)
      closeSocket(socket)
    },
  }
}

/** One image of the session, or null where there is none. */
export function readLiveImage(path, token, signal) {
  return new Promise((resolve) => {
    const socket = new WebSocket(toSocketUrl(path, token))
    socket.binaryType = 'blob'
    const done = (image) => {
      resolve(image)
      closeSocket(socket)
    }
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') done(data)
      else if (JSON.parse(data).hasImages === false) done(null)
    }
    socket.onclose = () => resolve(null)
    signal.addEventListener('abort', () => done(null))
  })
}
