import type { FieldType } from '../../features/tables/tables-api.ts'

/** A value as one line of text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * What a typed text means for a field. The server judges it; here only the kind of JSON value is chosen, and what
 * cannot be such a value is passed on as it is, so that the server's words about it are shown.
 */
export function readValue(text: string, type: FieldType | null): unknown {
  if (text === '') return null
  switch (type) {
    case 'number':
    case 'integer': {
      const number = Number(text)
      return Number.isFinite(number) ? number : text
    }
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'json':
      return JSON.parse(text)
    case null:
      return guessed(text)
    default:
      return text
  }
}

/** For an undeclared field: what parses as JSON is JSON, everything else is text. */
function guessed(text: string): unknown {
  if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?|[[{][\s\S]*)$/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
