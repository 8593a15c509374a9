/** The JSON object that was typed; throws an error with a message for the form. */
export function parseJsonObject(text: string, what: string, example: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text)
  } catch (error) {
    throw new Error(`The ${what} is not JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`The ${what} must be a JSON object, as in ${example}`)
  return value as Record<string, unknown>
}
