import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { makeLazy } from './lazy-routes.ts'

const require = createRequire(createRequire(import.meta.url).resolve('fastify'))
const library = join(dirname(require.resolve('find-my-way')), 'lib')

type Router = {
  on(method: string, path: string, options: object, handler: () => void, store?: unknown): void
  find(method: string, path: string, constraints?: object): { params: object; store: unknown } | null
}

/** The router as the bundle has it: its own files, with what is replaced. */
function loadRouter(isLazy: boolean, made: string[]): Router {
  const modules = new Map<string, { exports: unknown }>()
  const load = (path: string): unknown => {
    const present = modules.get(path)
    if (present) return present.exports
    const own = { exports: {} as unknown }
    modules.set(path, own)
    const text = readFileSync(path, 'utf8')
    const code = isLazy && dirname(path) === library ? makeLazy(path.slice(library.length + 1), text) : text
    const counted = new Proxy(Function, {
      construct(target, args: string[]) {
        made.push(args.at(-1)!)
        return Reflect.construct(target, args)
      },
    })
    const requireHere = (name: string) => {
      const found = createRequire(path).resolve(name)
      return name.startsWith('.') ? load(found) : createRequire(path)(name)
    }
    new Function('exports', 'module', 'require', 'Function', code)(own.exports, own, requireHere, counted)
    return own.exports
  }
  return (load(join(dirname(library), 'index.js')) as (options: object) => Router)({})
}

const paths = ['/v1/users', '/v1/users/:id', '/v1/users/:id/keys/:key', '/v1/usage', '/v1/us', '/pages/*']
const versioned = { constraints: { version: '1.2.0' } }

test('routes are found as before, and nothing is compiled to add one but a function per set of parameters', () => {
  const compiled: string[] = []
  const [plain, lazy] = [loadRouter(false, []), loadRouter(true, compiled)]
  for (const router of [plain, lazy])
    for (const method of ['GET', 'POST'])
      for (const path of paths) router.on(method, path, {}, () => {}, path)
  assert.equal(compiled.length, new Set(['', 'id', 'id key', '*']).size)

  const requested = [
    '/v1/users',
    '/v1/users/a',
    '/v1/users/a/keys/b',
    '/v1/usage',
    '/v1/us',
    '/v1/usax',
    '/v1',
    '/v1/users/',
    '/pages/a/b',
    '/x',
  ]
  const found = (router: Router) =>
    requested.map((path) => {
      const route = router.find('GET', path)
      return route && { store: route.store, params: { ...route.params } }
    })
  assert.deepEqual(found(lazy), found(plain))
  assert.deepEqual(found(lazy)[2], { store: '/v1/users/:id/keys/:key', params: { id: 'a', key: 'b' } })
  assert.equal(found(lazy)[5], null)
})

test('constraints of a route are compiled when they are needed', () => {
  const router = loadRouter(true, [])
  router.on('GET', '/a', versioned, () => {}, 'first')
  router.on('GET', '/a', {}, () => {}, 'any')
  assert.equal(router.find('GET', '/a', { version: '1.2.0' })?.store, 'first')
  assert.equal(router.find('GET', '/a', {})?.store, 'any')
})

test('a router that is written differently is an error', () => {
  assert.throws(() => makeLazy('node.js', 'nothing'), /node\.js has changed/)
})
