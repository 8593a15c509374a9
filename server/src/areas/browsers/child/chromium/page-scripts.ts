/** What runs inside pages, as text: it is compiled there, and knows nothing of this program. */

/** Fields whose content is no one's business: passwords, one-time codes, card numbers. */
export const secretFields =
  'input[type=password], input[autocomplete*=one-time-code], input[autocomplete*=cc-]'

export const textOfPage = (max: number): string => `(document.body?.innerText ?? '').slice(0, ${max})`

/** What a user typed is in no attribute; what is in \`value\` was sent by the server. */
export const htmlOfPage = (max: number): string => `(() => {
  const copy = document.documentElement.cloneNode(true)
  for (const field of copy.querySelectorAll(${JSON.stringify(secretFields)})) field.removeAttribute('value')
  return ('<!doctype html>' + copy.outerHTML).slice(0, ${max})
})()`

export const valuesOfSecretFields = `[...document.querySelectorAll(${JSON.stringify(secretFields)})]
  .slice(0, 100).map((field) => String(field.value))`

export const sizesOfPage =
  '({ width: innerWidth, height: innerHeight, full: document.documentElement.scrollHeight })'

/**
 * Made text in the page: nothing larger than it may be has to leave it. Null when it is larger. With the title by then, which
 * would be another round trip.
 */
export const evaluating = (expression: string, maxLength: number): string => `(async () => {
  const value = await (0, eval)(${JSON.stringify(expression)})
  const text = JSON.stringify(value === undefined ? null : value) ?? 'null'
  return [text.length > ${maxLength} ? null : text, document.title]
})()`

/** What is read of a page: once, or of each element that `rows` finds. */
export type Extraction = {
  rows?: string | undefined
  fields: Readonly<Record<string, { selector?: string | undefined; attribute?: string | undefined }>>
  limit: number
}

/** Texts and attributes of elements, never what is in secret fields. */
export const extracting = ({ rows, fields, limit }: Extraction): string => `(() => {
  const read = (root, { selector, attribute }) => {
    const element = selector === undefined ? root : root.querySelector(selector)
    if (element === null || element.matches(${JSON.stringify(secretFields)})) return null
    const value = attribute === undefined ? element.innerText ?? element.textContent
      : attribute === 'href' || attribute === 'src' ? element[attribute] : element.getAttribute(attribute)
    return value == null ? null : String(value).trim().slice(0, 5000)
  }
  const rows = ${JSON.stringify(rows ?? null)}
  const roots = rows === null ? [document.documentElement] : [...document.querySelectorAll(rows)].slice(0, ${limit})
  const fields = Object.entries(${JSON.stringify(fields)})
  return roots.map((root) => Object.fromEntries(fields.map(([name, field]) => [name, read(root, field)])))
})()`
