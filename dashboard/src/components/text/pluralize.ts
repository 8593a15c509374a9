const count = new Intl.NumberFormat('en')

/** "1 tool", "2 tools", "1,204 tools" */
export const pluralize = (many: number, noun: string, plural = `${noun}s`): string =>
  `${count.format(many)} ${many === 1 ? noun : plural}`
