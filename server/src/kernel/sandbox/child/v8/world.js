// Runs inside V8, before the world of the guest is set up: what the other engine brings along as extensions and V8 as
// such does not have. Bytes cross the door as texts of one character for each.
;(door) => {
  const textOf = (bytes) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode.apply(null, bytes.subarray(at, at + 8192))
    return text
  }
  const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0))
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  define(
    'TextEncoder',
    class TextEncoder {
      encode(text = '') {
        return bytesOf(door('utf8', String(text)))
      }
    },
  )
  define(
    'TextDecoder',
    class TextDecoder {
      decode(bytes = new Uint8Array(0)) {
        const view = ArrayBuffer.isView(bytes)
          ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
          : new Uint8Array(bytes)
        return door('text', textOf(view))
      }
    },
  )
  define(
    'Headers',
    class Headers {
      #pairs = new Map()
      constructor(given = {}) {
        const pairs = typeof given[Symbol.iterator] === 'function' ? given : Object.entries(given)
        for (const [name, value] of pairs) this.append(name, value)
      }
      append(name, value) {
        const key = String(name).toLowerCase()
        this.#pairs.set(key, this.#pairs.has(key) ? `${this.#pairs.get(key)}, ${value}` : String(value))
      }
      set(name, value) {
        this.#pairs.set(String(name).toLowerCase(), String(value))
      }
      get(name) {
        return this.#pairs.get(String(name).toLowerCase()) ?? null
      }
      has(name) {
        return this.#pairs.has(String(name).toLowerCase())
      }
      delete(name) {
        this.#pairs.delete(String(name).toLowerCase())
      }
      entries() {
        return [...this.#pairs].sort(([a], [b]) => (a < b ? -1 : 1)).values()
      }
      forEach(callback) {
        for (const [name, value] of this.entries()) callback(value, name, this)
      }
      [Symbol.iterator]() {
        return this.entries()
      }
    },
  )
  define(
    'URL',
    class URL {
      constructor(address, base) {
        const parts = door('url', String(address), base === undefined ? '' : String(base))
        if (parts === '') throw new TypeError('Invalid URL')
        Object.assign(this, JSON.parse(parts))
      }
      toString() {
        return this.href
      }
      toJSON() {
        return this.href
      }
    },
  )
  define(
    'crypto',
    Object.freeze({
      getRandomValues(target) {
        new Uint8Array(target.buffer, target.byteOffset, target.byteLength).set(
          bytesOf(door('random', target.byteLength)),
        )
        return target
      },
      randomUUID: () => door('uuid'),
    }),
  )

  // The guest's world speaks in bytes; here they become texts and back.
  const host = (name, ...args) => {
    const given = args.map((arg) =>
      ArrayBuffer.isView(arg)
        ? textOf(new Uint8Array(arg.buffer, arg.byteOffset, arg.byteLength))
        : arg instanceof ArrayBuffer
          ? textOf(new Uint8Array(arg))
          : arg,
    )
    const result = door(name, ...given)
    return name === 'read' && result[0] === '+' ? bytesOf(result.slice(1)).buffer : result
  }

  // The state of the current script: the host cannot hold a promise, so it polls.
  let controls = null
  let watched = { state: 'waiting', value: undefined }
  const watch = (value) => {
    const mine = { state: 'waiting', value: undefined }
    watched = mine
    Promise.resolve(value).then(
      (settled) => Object.assign(mine, { state: 'settled', value: settled }),
      (error) => Object.assign(mine, { state: 'failed', value: error }),
    )
  }
  return {
    host,
    watch,
    settleCall: (id, isGood, text, body) =>
      controls.settle(id, isGood, text, body === undefined ? undefined : bytesOf(body).buffer),
    useControls: (given) => {
      controls = given
    },
    state: () => watched.state,
    isNothing: () => watched.value === undefined,
    take: () => watched.value,
    error: () => controls.describe(watched.value),
    hasMain: () => typeof globalThis.main === 'function',
    hasResult: () => globalThis.result !== undefined,
  }
}
