/** With a full stop at its end, unless it has one: texts of services and of libraries come with and without. */
export const asSentence = (text: string): string => (/[.!?\u2026]$/.test(text) ? text : `${text}.`)
