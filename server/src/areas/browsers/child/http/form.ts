import { Fault } from '../driver.ts'
import type { Found, ParsedDocument } from './document.ts'

export type PageRequest = { url: string; method: 'GET' | 'POST'; body?: string }

type Pair = [name: string, value: string]

/** What a browser would send when the form is submitted, by the button if one was clicked. */
export function requestOf(
  page: ParsedDocument,
  form: Found,
  button: Found | null,
  baseUrl: string,
): PageRequest {
  const action = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  const method = (button?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toUpperCase()
  const type = form.getAttribute('enctype') ?? ''
  if (/multipart/i.test(type))
    throw new Fault('unsupported_by_driver', 'The http driver does not send forms with files')
  const url = new URL(action === '' ? baseUrl : action, baseUrl)
  const pairs = fieldsOf(page, form)
  const name = button?.getAttribute('name')
  if (name) pairs.push([name, button!.getAttribute('value') ?? ''])
  const encoded = new URLSearchParams(pairs).toString()
  if (method === 'POST') return { url: url.href, method, body: encoded }
  url.search = encoded
  return { url: url.href, method: 'GET' }
}

function fieldsOf(page: ParsedDocument, form: Found): Pair[] {
  return [...form.querySelectorAll('input, select, textarea')].flatMap((element): Pair[] => {
    const name = element.getAttribute('name')
    if (!name || element.hasAttribute('disabled')) return []
    if (element.tagName === 'SELECT') return page.selectedOf(element).map((value): Pair => [name, value])
    const type = (element.getAttribute('type') ?? 'text').toLowerCase()
    if (['submit', 'image', 'button', 'reset', 'file'].includes(type)) return []
    if (type === 'checkbox' || type === 'radio')
      return page.isChecked(element) ? [[name, element.getAttribute('value') ?? 'on']] : []
    return [[name, page.contentOf(element)]]
  })
}

export function formOf(element: Found): Found {
  const form = element.closest('form')
  if (!form) throw new Fault('action_failed', 'The element is in no form')
  return form
}
