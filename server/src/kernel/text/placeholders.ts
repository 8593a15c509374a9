// A name, as arguments and variables have it. All other braces are text.
const placeholder = /\{\{\s*([A-Za-z_][\w-]{0,63})\s*\}\}/g

/** The names that a text has as `{{name}}`, each once. */
export const placeholdersIn = (template: string): string[] => [
  ...new Set([...template.matchAll(placeholder)].map(([, name]) => name!)),
]

/** The text with a value in place of each name that has one. A value is never read for names. */
export const fillPlaceholders = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(placeholder, (written, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : written,
  )

/** The length that the filled text would have: a long value that is used often must not be written out to learn it. */
export function filledLength(template: string, values: Readonly<Record<string, string>>): number {
  let length = template.length
  for (const [written, name] of template.matchAll(placeholder))
    if (Object.hasOwn(values, name!)) length += values[name!]!.length - written.length
  return length
}
