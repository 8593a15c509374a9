import { registerHooks } from 'node:module'

/**
 * For generators that write TypeScript through the compiler's JavaScript interface, which the native compiler of the rest of
 * the repository does not have: they get the version beside this file.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
