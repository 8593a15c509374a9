/** The first line of a source that says something, to know it by in a list. */
export const firstLineOf = (source: string): string =>
  source.split('\n').find((line) => /\w/.test(line)) ?? source
