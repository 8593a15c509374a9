import { createRequire } from 'node:module'

/**
 * Preloaded into test processes. node:test finds the test that a callback belongs to with an async hook, which runs for
 * every promise of the product and takes an eighth of the processor time of its tests. AsyncLocalStorage knows the same
 * for nothing. It takes the place of the hook while node:test is loaded; all other users of `async_hooks` get the real
 * one.
 */
type Hooks = typeof import('node:async_hooks')
type Init = NonNullable<Parameters<Hooks['createHook']>[0]['init']>

const require = createRequire(import.meta.url)
// The object that node:test reads too: the namespace of an import cannot be changed.
const hooks: { -readonly [name in keyof Hooks]: Hooks[name] } = require('node:async_hooks')
const { createHook, executionAsyncId, AsyncResource, AsyncLocalStorage } = hooks

const current = new AsyncLocalStorage<number>()
let init: Init | undefined

/** What node:test derives a test from. */
class TestResource extends AsyncResource {
  constructor(...options: ConstructorParameters<typeof AsyncResource>) {
    super(...options)
    init?.(this.asyncId(), options[0], this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    callback: (this: This, ...args: unknown[]) => Result,
    thisArg?: This,
    ...args: unknown[]
  ): Result {
    // Inside of the scope, which brings the context of its creation with it.
    return super.runInAsyncScope(() =>
      current.run(this.asyncId(), () => Reflect.apply(callback, thisArg, args)),
    )
  }
}

hooks.createHook = (callbacks) => {
  init = callbacks.init
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}
hooks.executionAsyncId = () => current.getStore() ?? 0
hooks.AsyncResource = TestResource
require('node:test')
Object.assign(hooks, { createHook, executionAsyncId, AsyncResource })
