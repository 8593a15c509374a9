// A NUL or half a character that is escaped, not a backslash that happens to precede such letters. Whole characters
// are never escaped by `JSON.stringify`.
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/**
 * JSON that PostgreSQL can store. It refuses NUL and lone surrogates in texts, which come with binary output of
 * other programs; losing the work over one would be worse than showing U+FFFD in its place.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value ?? null) ?? 'null'
  return json.includes('\\u') ? json.replace(unstorable, '$1\\ufffd') : json
}
