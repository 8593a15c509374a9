import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** What is replaced in a file of the router, each a part of it that occurs once. */
type Replacement = [from: string | RegExp, to: string]

const folder = 'find-my-way/lib/'

/**
 * Fastify's router compiles three functions for every route while routes are added: one to match a piece of a path, one to
 * name the parameters, and one for constraints, which no route of ours has. With a thousand routes that is a quarter of the
 * time to add them. Matching needs none, routes with the same parameters share one, and the last is compiled when it is called.
 */
const replacements: Record<string, Replacement[]> = {
  'node.js': [[/return new Function\('path', 'i',.*$/m, 'return (path, i) => path.startsWith(prefix, i)']],
  'handler-storage.js': [
    [
      'class HandlerStorage {',
      `const creators = new Map()
function creatorFor (storage, params) {
  const key = JSON.stringify(params)
  let creator = creators.get(key)
  if (creator === undefined) creators.set(key, creator = storage._compileCreateParamsObject(params))
  return creator
}

class HandlerStorage {`,
    ],
    [
      '_createParamsObject: this._compileCreateParamsObject(params)',
      '_createParamsObject: creatorFor(this, params)',
    ],
    [
      'this._compileGetHandlerMatchingConstraints(constrainer, constraints)',
      `this._getHandlerMatchingConstraints = (derived) => {
        this._compileGetHandlerMatchingConstraints(constrainer)
        return this._getHandlerMatchingConstraints(derived)
      }`,
    ],
  ],
}

/** Throws when the router is no longer what it was, so that an update of it is looked at. */
export function makeLazy(name: string, text: string): string {
  return (replacements[name] ?? []).reduce((made, [from, to]) => {
    const [before, after, ...more] = made.split(from)
    if (after === undefined || more.length > 0)
      throw new Error(`${folder}${name} has changed: adapt what is replaced in it, or leave it as it is`)
    return before + to + after
  }, text)
}

export const lazyRoutes: Plugin = {
  name: 'lazy-routes',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]find-my-way[\\/]lib[\\/](node|handler-storage)\.js$/ }, async ({ path }) => ({
      contents: makeLazy(path.replace(/.*[\\/]/, ''), await readFile(path, 'utf8')),
    }))
  },
}
