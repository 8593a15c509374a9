const comment = /^\s*(\/\/|\/\*|\*|#)/

/** The first line of a source that does something, to know it by in a list. */
export function firstLineOf(source: string): string {
  const lines = source.split('\n').filter((line) => /\w/.test(line))
  return (lines.find((line) => !comment.test(line)) ?? lines[0] ?? source).trim()
}
