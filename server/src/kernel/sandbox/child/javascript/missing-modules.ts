const hint = 'Modules are not available: fetch, files, crypto, URL and other APIs are global.'
const asksByName = /require is not defined|could not load module|import\(\)|Not supported/
const asksInSource = /^\s*(?:import|export)\b(?!\s*[.(])/m

/** An engine says of a script that imports something only what it stumbled over. */
export function aboutModules(error: string, source: string): string {
  const isAbout = asksByName.test(error) || (error.startsWith('SyntaxError') && asksInSource.test(source))
  return isAbout ? `${error}. ${hint}` : error
}
