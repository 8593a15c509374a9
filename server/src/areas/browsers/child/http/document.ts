import { parseHTML } from 'linkedom'
import { clip } from '../driver.ts'

export type Elem = ReturnType<ReturnType<typeof parseHTML>['document']['querySelector']>
type Found = NonNullable<Elem>

const interesting =
  'a[href], button, input, select, textarea, h1, h2, h3, h4, h5, h6, p, li, td, th, label, img[alt]'
const maxLines = 5_000

/** A page as it was received, with what was typed into it: no script ever runs. */
export function createDocument(html: string) {
  const { document } = parseHTML(
    html.includes('<html') ? html : `<!doctype html><html><body>${html}</body></html>`,
  )
  const refs = new Map<string, Found>()
  const refOf = new Map<Found, string>()
  const values = new Map<Found, string>()
  const checked = new Map<Found, boolean>()

  function nameRef(element: Found): string {
    const known = refOf.get(element)
    if (known) return known
    const ref = `e${refs.size + 1}`
    refs.set(ref, element)
    refOf.set(element, ref)
    return ref
  }

  const contentOf = (element: Found): string =>
    values.get(element) ??
    (element.tagName === 'TEXTAREA' ? (element.textContent ?? '') : (element.getAttribute('value') ?? ''))

  const isChecked = (element: Found): boolean => checked.get(element) ?? element.hasAttribute('checked')

  function selectedOf(element: Found): string[] {
    const set = values.get(element)
    if (set !== undefined) return JSON.parse(set) as string[]
    const options = [...element.querySelectorAll('option')]
    const marked = options.filter((option) => option.hasAttribute('selected'))
    const chosen = marked.length > 0 || element.hasAttribute('multiple') ? marked : options.slice(0, 1)
    return chosen.map(optionValue)
  }

  function labelOf(element: Found): string {
    const id = element.getAttribute('id')
    const label = id ? document.querySelector(`label[for=${JSON.stringify(id)}]`) : element.closest('label')
    const text =
      element.getAttribute('aria-label') ?? label?.textContent ?? element.getAttribute('placeholder') ?? ''
    return clip((text || (element.getAttribute('name') ?? '')).replace(/\s+/g, ' ').trim(), 200)
  }

  function lineOf(element: Found): string | null {
    const tag = element.tagName.toLowerCase()
    const text = clip((element.textContent ?? '').replace(/\s+/g, ' ').trim(), 500)
    const ref = `[ref=${nameRef(element)}]`
    const quoted = JSON.stringify
    if (tag === 'a') return `- link ${quoted(text)} ${ref}: ${clip(element.getAttribute('href') ?? '', 500)}`
    if (tag === 'button') return `- button ${quoted(text)} ${ref}`
    if (/^h\d$/.test(tag)) return `- heading ${quoted(text)} [level=${tag[1]}] ${ref}`
    if (tag === 'select')
      return `- combobox ${quoted(labelOf(element))} ${ref}: ${selectedOf(element).join(', ')}`
    if (tag === 'textarea')
      return `- textbox ${quoted(labelOf(element))} ${ref}: ${clip(contentOf(element), 500)}`
    if (tag === 'input') return inputLine(element, ref)
    if (tag === 'img') return `- img ${quoted(element.getAttribute('alt') ?? '')} ${ref}`
    const isPlain = element.querySelector(interesting) === null && tag !== 'label'
    return isPlain && text !== '' ? `- text: ${text}` : null
  }

  function inputLine(element: Found, ref: string): string | null {
    const type = (element.getAttribute('type') ?? 'text').toLowerCase()
    if (type === 'hidden') return null
    if (type === 'submit' || type === 'image' || type === 'button')
      return `- button ${JSON.stringify(element.getAttribute('value') ?? 'Submit')} ${ref}`
    const label = JSON.stringify(labelOf(element))
    if (type === 'checkbox' || type === 'radio')
      return `- ${type} ${label}${isChecked(element) ? ' [checked]' : ''} ${ref}`
    const value = contentOf(element)
    return `- textbox ${label} ${ref}${value === '' ? '' : `: ${type === 'password' ? '••••••••' : clip(value, 500)}`}`
  }

  function outline(): string {
    const lines: string[] = []
    for (const element of document.querySelectorAll(interesting)) {
      const line = lineOf(element)
      if (line !== null) lines.push(line)
      if (lines.length >= maxLines) break
    }
    return lines.join('\n')
  }

  return {
    document,
    outline,
    contentOf,
    isChecked,
    selectedOf,
    find({ ref, selector }: { ref?: string | undefined; selector?: string | undefined }): Elem {
      if (ref !== undefined) return refs.get(ref) ?? null
      const text = /^text=(.*)$/s.exec(selector!)?.[1]?.trim().toLowerCase()
      if (text === undefined) return document.querySelector(selector!)
      const all = [
        ...document.querySelectorAll('a, button, input, label, option, h1, h2, h3, p, li, td, span'),
      ]
      return (
        all.find((each) =>
          (each.textContent || each.getAttribute('value') || '').toLowerCase().includes(text),
        ) ?? null
      )
    },
    setValue: (element: Found, value: string) => void values.set(element, value),
    setChecked(element: Found, value: boolean): void {
      const name = element.getAttribute('name')
      if (element.getAttribute('type')?.toLowerCase() === 'radio' && name)
        for (const other of document.querySelectorAll('input')) {
          if (other.getAttribute('type') === 'radio' && other.getAttribute('name') === name)
            checked.set(other, false)
        }
      checked.set(element, value)
    },
    title: (): string => (document.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim(),
  }
}

export type ParsedDocument = ReturnType<typeof createDocument>
export type { Found }

export const optionValue = (option: Found): string =>
  option.getAttribute('value') ?? (option.textContent ?? '').trim()
