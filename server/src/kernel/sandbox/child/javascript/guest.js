// Runs inside QuickJS, before any script of a guest: what a script finds in its world beyond the language itself.
// The value of this file is a function; it is given the one door to the host and gives back the handles by which the
// host moves the guest. What it needs later it takes now, as scripts may change everything they can reach.
;(host) => {
  const { parse, stringify } = JSON
  const { freeze, defineProperty } = Object
  const { utf8Encode, utf8Decode } = (() => {
    const encoder = new TextEncoder()
    const decoder = new TextDecoder()
    return { utf8Encode: (text) => encoder.encode(text), utf8Decode: (bytes) => decoder.decode(bytes) }
  })()
  const pending = new Map()
  const timers = new Map()
  let lastTimer = 0

  const define = (name, value) =>
    defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  const named = (value) => {
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'function') return `[Function ${value.name}]`
    return value
  }
  /** JSON for people to read: nothing that can be shown is left out, and what contains itself has an end. */
  const readable = (whole) => {
    const above = []
    return stringify(whole, function (_key, value) {
      if (typeof value !== 'object' || value === null) return named(value)
      while (above.length > 0 && above[above.length - 1].made !== this) above.pop()
      if (above.some((outer) => outer.value === value)) return '[Circular]'
      const made = value instanceof Map || value instanceof Set ? [...value] : value
      above.push({ value, made })
      return made
    })
  }
  const show = (value) => {
    if (typeof value === 'string') return value
    if (typeof value !== 'object') return String(named(value))
    if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ''}`.trimEnd()
    try {
      return readable(value) ?? String(value)
    } catch {
      return String(value)
    }
  }
  /** What was thrown, which may be anything; asking it runs code of the guest's, which may throw again. */
  const describe = (thrown) => {
    try {
      if (thrown instanceof Error)
        return { name: `${thrown.name}`, message: `${thrown.message}`, stack: `${thrown.stack ?? ''}` }
      const text = typeof thrown === 'string' ? stringify(thrown) : show(thrown)
      return { name: '', message: `Uncaught ${text}`, stack: '' }
    } catch {
      return { name: '', message: 'The script threw something that cannot be read', stack: '' }
    }
  }
  const printer =
    (stream) =>
    (...values) =>
      void host('print', stream, `${values.map(show).join(' ')}\n`)
  const print = printer('stdout')
  const complain = printer('stderr')
  define(
    'console',
    freeze({ log: print, info: print, debug: print, warn: complain, error: complain, trace: complain }),
  )

  const call = (method, args, body) =>
    new Promise((resolve, reject) => {
      const started = host('call', method, stringify(args ?? {}), body)
      if (typeof started === 'string') reject(new Error(started))
      else pending.set(started, { resolve, reject })
    })

  const bytesOf = (content) => {
    if (content === undefined || content === null) return undefined
    if (content instanceof ArrayBuffer) return new Uint8Array(content)
    if (ArrayBuffer.isView(content))
      return new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    return utf8Encode(String(content))
  }

  const plainHeaders = (headers) => {
    if (!headers) return {}
    return Object.fromEntries(
      typeof headers.entries === 'function' ? headers.entries() : Object.entries(headers),
    )
  }

  define('fetch', async (target, options = {}) => {
    const { value, body } = await call(
      'fetch',
      {
        url: String(target?.url ?? target),
        method: String(options.method ?? 'GET'),
        headers: plainHeaders(options.headers),
      },
      bytesOf(options.body),
    )
    const bytes = body ?? new ArrayBuffer(0)
    return {
      ok: value.status >= 200 && value.status < 300,
      status: value.status,
      url: value.url,
      headers: new Headers(value.headers),
      text: async () => utf8Decode(bytes),
      json: async () => parse(utf8Decode(bytes)),
      arrayBuffer: async () => bytes.slice(0),
      bytes: async () => new Uint8Array(bytes.slice(0)),
    }
  })

  define('host', freeze({ call: async (method, args) => (await call(String(method), args)).value }))

  const tried = (result) => {
    if (typeof result === 'string') throw new Error(result)
    return result
  }
  define(
    'files',
    freeze({
      read: (path) => new Uint8Array(tried(host('read', String(path)))),
      readText: (path) => utf8Decode(tried(host('read', String(path)))),
      write: (path, content) =>
        void tried(host('write', String(path), bytesOf(content) ?? new Uint8Array(0))),
      list: () => parse(host('list')),
      delete: (path) => host('delete', String(path)) === true,
    }),
  )

  // The engine's URL has none, and most scripts that build a URL need it.
  const paramsByUrl = new WeakMap()
  const linkedParams = (url) => {
    const params = new URLSearchParams(url.search)
    for (const name of ['append', 'delete', 'set', 'sort']) {
      const change = params[name]
      const value = (...args) => {
        change.apply(params, args)
        url.search = params.toString()
        paramsByUrl.set(url, { search: url.search, params })
      }
      defineProperty(params, name, { value, writable: true, configurable: true, enumerable: false })
    }
    return params
  }
  defineProperty(URL.prototype, 'searchParams', {
    get() {
      const known = paramsByUrl.get(this)
      if (known?.search === this.search) return known.params
      const params = linkedParams(this)
      paramsByUrl.set(this, { search: this.search, params })
      return params
    },
    configurable: true,
    enumerable: true,
  })

  // The engine's own numbers start from a seed that is part of the memory, which is used more than once.
  const numbers = new Uint32Array(64)
  let numbersLeft = 0
  const fillNumbers = crypto.getRandomValues.bind(crypto, numbers)
  Math.random = () => {
    if (numbersLeft < 2) {
      fillNumbers()
      numbersLeft = numbers.length
    }
    numbersLeft -= 2
    return ((numbers[numbersLeft] >>> 5) * 2 ** 26 + (numbers[numbersLeft + 1] >>> 6)) / 2 ** 53
  }

  const delayOf = (ms) => Math.min(Math.max(Number(ms) || 0, 0), 2 ** 31)
  const startTimer = (callback, ms, args, isRepeated) => {
    if (typeof callback !== 'function') throw new TypeError('a timer needs a function')
    const id = ++lastTimer
    const delay = delayOf(ms)
    timers.set(id, { callback, args, delay: isRepeated ? Math.max(1, delay) : null })
    host('timer', id, delay)
    return id
  }
  define('setTimeout', (callback, ms, ...args) => startTimer(callback, ms, args, false))
  define('setInterval', (callback, ms, ...args) => startTimer(callback, ms, args, true))
  define('setImmediate', (callback, ...args) => startTimer(callback, 0, args, false))
  const stopTimer = (id) => void timers.delete(id)
  define('clearTimeout', stopTimer)
  define('clearInterval', stopTimer)
  define('clearImmediate', stopTimer)
  define('queueMicrotask', (callback) => void Promise.resolve().then(callback))

  const resultValue = (_key, value) => {
    if (typeof value === 'bigint') return value.toString()
    if (value instanceof Map) return Object.fromEntries(value)
    if (value instanceof Set) return [...value]
    return value
  }

  return {
    begin(state, env) {
      // What the run before left waiting will never come.
      pending.clear()
      timers.clear()
      numbersLeft = 0
      // Defined, not assigned: a script before may have put its own code there.
      defineProperty(globalThis, 'state', {
        value: parse(state),
        writable: true,
        configurable: true,
        enumerable: true,
      })
      define('env', freeze(parse(env)))
    },
    settle(id, isGood, text, body) {
      const waiting = pending.get(id)
      if (!waiting) return
      pending.delete(id)
      if (isGood) waiting.resolve({ value: parse(text), body })
      else waiting.reject(new Error(text))
    },
    fire(id) {
      const timer = timers.get(id)
      if (!timer) return
      if (timer.delay === null) timers.delete(id)
      else host('timer', id, timer.delay)
      timer.callback(...timer.args)
    },
    describe: (thrown) => stringify(describe(thrown)),
    invoke: (main) => Promise.resolve(main(globalThis.state)),
    /** JSON of the value; undefined stays undefined. */
    finish: (value) => stringify(value, resultValue),
  }
}
