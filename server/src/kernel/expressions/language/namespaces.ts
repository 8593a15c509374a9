/** Objects of JavaScript whose functions are part of the language. As values they do not exist. */
export const namespaces: ReadonlySet<string> = new Set(['Math', 'JSON', 'Object', 'Array'])
