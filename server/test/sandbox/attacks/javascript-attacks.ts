import { attacksIn } from './attack.ts'

const attack = attacksIn('javascript')
const stopped = { ends: ['timeout'], timeoutMs: 1000 } as const
const full = { ends: ['memory_limit', 'script_error', 'timeout', 'killed'], timeoutMs: 4000 } as const
const failed = { ends: ['script_error'] } as const

/** Collects what each attempt gives; written as a prefix of the script. */
const attempts = `const out = []; const attempt = async (f) => { try { out.push(await f()) } catch (e) { out.push(String(e && e.name)) } };`

export const javascriptAttacks = [
  attack(
    'J01',
    'the constructor of a constructor',
    `return this.constructor.constructor('return typeof process + typeof require')()`,
  ),
  attack(
    'J02',
    'Function, eval and indirect eval',
    `return [Function('return typeof process')(), (0, eval)('typeof globalThis.process'), eval('typeof module')]`,
  ),
  attack(
    'J03',
    'constructors of the functions that the host made',
    `return [fetch, setTimeout, console.log, files.read, host.call].map((f) => f.constructor('return typeof process')())`,
  ),
  attack(
    'J04',
    'the constructor of an async function and of a generator',
    `return [(async () => {}).constructor('return typeof process')().then, (function* () {}).constructor('yield typeof process')().next().value].map(String)`,
  ),
  attack(
    'J05',
    'stack frames and their this',
    `Error.prepareStackTrace = (e, frames) => frames; const { stack } = new Error('x'); return [typeof stack, typeof stack?.[0]?.getThis]`,
  ),
  attack(
    'J06',
    'callers and callees of host functions',
    `${attempts} await attempt(() => console.log.caller); await attempt(() => fetch.arguments); await attempt(() => setTimeout.caller.constructor); return out.map(String)`,
  ),
  attack(
    'J07',
    'a result that pollutes prototypes',
    `return JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}')`,
  ),
  attack(
    'J08',
    'a broken language: JSON, Promise, Object.prototype',
    `Object.prototype.isAdmin = true; Array.prototype.toJSON = () => 'x'; JSON.stringify = () => '{"forged":1}'; JSON.parse = () => ({}); Map.prototype.get = () => null; return { a: [1] }`,
  ),
  attack(
    'J09',
    'Promise.prototype.then replaced',
    `Promise.prototype.then = function () { throw new Error('mine') }; return await 1`,
    { ends: ['script_error'] },
  ),
  attack(
    'J10',
    'a result whose getters never end',
    `return new Proxy({}, { ownKeys() { for (;;) {} } })`,
    stopped,
  ),
  attack('J11', 'a result whose toJSON never ends', `return { toJSON() { for (;;) {} } }`, stopped),
  attack('J12', 'an error whose message never ends', `throw { get message() { for (;;) {} } }`, stopped),
  attack(
    'J13',
    'an error that fails while it is read',
    `throw { get message() { throw this }, get name() { throw this }, toString() { throw this } }`,
    failed,
  ),
  attack(
    'J14',
    'modules of the host',
    ({ secretFile }) =>
      `${attempts} for (const m of ['fs', 'node:fs', 'node:child_process', ${JSON.stringify(secretFile)}, 'file:///etc/passwd', 'data:text/javascript,1', 'std', 'os']) await attempt(() => import(m).then(() => 'LOADED ' + m)); return out`,
  ),
  attack(
    'J15',
    'modules and globals of the engine',
    `return ['std', 'os', 'bjson', 'Worker', 'WebAssembly', 'scriptArgs', 'print', 'load', 'process', 'Deno', 'Bun'].filter((name) => name in globalThis)`,
  ),
  attack(
    'J16',
    'the hidden door by its name',
    `return Object.getOwnPropertyNames(globalThis).filter((name) => /stoa|__|host$|door|call/i.test(name) && name !== 'host')`,
  ),
  attack(
    'J17',
    'the door by a forged host object',
    `${attempts} await attempt(() => host.call.call({ call: 1 }, '__proto__', {})); await attempt(() => host.call('constructor')); await attempt(() => host.call({ toString: () => 'fetch' }, { url: 'file:///etc/passwd' })); return out`,
  ),
  attack(
    'J18',
    'accessors smuggled into the state',
    `Object.defineProperty(state, 'x', { get() { return globalThis } }); state.__proto__.polluted = 1; Object.freeze(state); return Object.keys(state)`,
  ),
  attack('J19', 'a loop without end', `while (true) {}`, stopped),
  attack('J20', 'a flood of microtasks', `for (;;) await null`, stopped),
  attack(
    'J21',
    'a flood of microtasks that are not awaited',
    `const spin = async () => { for (;;) await null }; spin(); spin(); await new Promise(() => {})`,
    stopped,
  ),
  attack(
    'J22',
    'a loop that catches everything',
    `for (;;) { try { for (;;) {} } catch {} finally { for (;;) {} } }`,
    stopped,
  ),
  attack('J23', 'a pattern that takes forever', `return /^(a+)+$/.test('a'.repeat(60) + '!')`, stopped),
  attack('J24', 'a comparison that never ends', `[1, 2, 3].sort(() => { for (;;) {} })`, stopped),
  attack(
    'J25',
    'a pattern with a replacer that never ends',
    `'a'.replace(/a/, { toString() { for (;;) {} } })`,
    stopped,
  ),
  attack('J26', 'memory: arrays', `const all = []; for (;;) all.push(new Array(1e4).fill(1.5))`, full),
  attack(
    'J27',
    'memory: strings',
    `const all = []; for (;;) all.push('y'.repeat(1 << 20) + all.length)`,
    full,
  ),
  attack(
    'J28',
    'memory: typed arrays',
    `const all = []; for (;;) all.push(new Uint8Array(16 << 20).fill(1))`,
    full,
  ),
  attack('J29', 'memory: one large piece', `new ArrayBuffer(2 ** 31)`, full),
  attack('J30', 'memory: BigInt', `let x = 2n; for (;;) x = x * x`, full),
  attack('J31', 'memory: promises', `const all = []; for (;;) all.push(new Promise(() => {}))`, full),
  attack(
    'J32',
    'memory: files',
    `for (let i = 0; ; i++) files.write('f' + i, new Uint8Array(1 << 20))`,
    failed,
  ),
  attack('J33', 'memory: a million files', `for (let i = 0; ; i++) files.write('f' + i, '')`, failed),
  attack(
    'J34',
    'paths that lead out of the workspace',
    `${attempts} for (const p of ['../a', '/etc/passwd', 'a/../../b', 'a\\u0000b', '']) await attempt(() => { files.write(p, 'x'); return 'WROTE ' + p }); return out`,
  ),
  attack('J35', 'stack: recursion', `(function f() { f() })()`, failed),
  attack(
    'J36',
    'stack: deep values',
    `let o = []; for (let i = 0; i < 1e5; i++) o = [o]; try { String(o) } catch {} try { JSON.parse('['.repeat(1e6)) } catch {} return o`,
    { ends: ['result_too_large', 'script_error', 'memory_limit'] },
  ),
  attack('J37', 'stack: deep source', () => '('.repeat(2e5), failed),
  attack('J38', 'a flood of output', `for (;;) console.log('A'.repeat(10_000))`, stopped),
  attack('J39', 'one line of 50 MB', `console.log('A'.repeat(5e7)); return 1`, {
    ends: ['memory_limit', 'script_error'],
  }),
  attack('J40', 'a result of 50 MB', `return 'x'.repeat(5e7)`, {
    ends: ['result_too_large', 'memory_limit', 'timeout'],
  }),
  attack(
    'J41',
    'timers left behind',
    `setInterval(() => {}, 1); setTimeout(() => { for (;;) {} }, 50); return 'done'`,
  ),
  attack(
    'J42',
    'a million timers',
    `for (let i = 0; i < 1e6; i++) setTimeout(() => {}, 1e6); return 'done'`,
    full,
  ),
  attack(
    'J43',
    'a flood of calls',
    `const all = await Promise.allSettled(Array.from({ length: 1e5 }, () => fetch('http://x'))); return all.filter((a) => a.status === 'fulfilled').length`,
    full,
  ),
  attack('J44', 'a promise that nothing settles', `await new Promise(() => {})`, failed),
  attack('J45', 'Atomics.wait', `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`, {
    ends: ['script_error', 'timeout'],
    timeoutMs: 1000,
  }),
  attack(
    'J46',
    'the network, although it is off',
    ({ port }) =>
      `try { await fetch('http://127.0.0.1:${port}/'); return 'CONNECTED' } catch (e) { return e.message }`,
  ),
  attack(
    'J47',
    'weak references and finalizers that resurrect',
    `const r = new FinalizationRegistry(() => { for (;;) {} }); for (let i = 0; i < 1e4; i++) r.register({}, i); return 1`,
    { ends: ['timeout'], timeoutMs: 1000 },
  ),
  attack(
    'J48',
    'a detached and a resized buffer',
    `const b = new ArrayBuffer(8, { maxByteLength: 1 << 20 }); const v = new Uint8Array(b); b.resize(1 << 20); v.fill(7); const t = b.transfer(16); return [v.length, t.byteLength]`,
  ),
]
