/** What runs inside pages, as text: it is compiled there, and knows nothing of this program. */

/** Fields whose content is no one's business: passwords, one-time codes, card numbers. */
export const secretFields =
  'input[type=password], input[autocomplete*=one-time-code], input[autocomplete*=cc-]'

type Matching = { matches(selector: string): boolean }

/** The one that is sent as it is: it is called with its element. */
export const matchesSelector = (element: object, selector: string): boolean =>
  (element as Matching).matches(selector)

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

/** Made text in the page: nothing larger than it may be has to leave it. Null when it is larger. */
export const evaluating = (expression: string, maxLength: number): string => `(async () => {
  const value = await (0, eval)(${JSON.stringify(expression)})
  const text = JSON.stringify(value === undefined ? null : value) ?? 'null'
  return text.length > ${maxLength} ? null : text
})()`
