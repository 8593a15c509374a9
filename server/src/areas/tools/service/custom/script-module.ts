const exported = /(^|\n)[ \t]*export\s+default\s+/

/**
 * Scripts are bodies of functions, with their arguments in `state`. One that is written as a module, whose default export
 * is a function of `{ input }`, is made into such a body.
 */
export function bodyOfScript(language: 'javascript' | 'python', source: string): string {
  if (language !== 'javascript' || !exported.test(source)) return source
  // On the same line, so that errors name the lines of the author.
  return `${source.replace(exported, '$1const exportedTool = ')}\n;return await exportedTool({ input: state, state })`
}
