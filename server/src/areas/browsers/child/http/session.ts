import { AppError } from '../../../../kernel/errors.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import { isRedirect } from '../../../../kernel/net/redirects.ts'
import { escapeHtml } from '../../../../kernel/text/escape-html.ts'
import { readHtml } from '../../../../kernel/text/html-text.ts'
import type { DriverAction, OpenOptions, SnapshotOutput } from '../../protocol/messages.ts'
import { clip, type DriverSession, Fault, maxContentLength, maxTitleLength, maxUrlLength } from '../driver.ts'
import { type Cookie, createCookieJar } from './cookies.ts'
import { createDocument, type Found, optionValue, type ParsedDocument } from './document.ts'
import { formOf, type PageRequest, requestOf } from './form.ts'

type Loaded = { url: string; html: string; page: ParsedDocument }

const maxPageBytes = 2 * 1024 * 1024
const maxRedirects = 10
const maxHistory = 50
const blank: Loaded = { url: 'about:blank', html: '', page: createDocument('') }

const unsupported = (what: string) =>
  new Fault(
    'unsupported_by_driver',
    `The http driver cannot ${what}`,
    'Create a session with the chromium driver; GET /api/v1/capabilities says how to get it.',
  )

/** Pages by fetch: links, forms and cookies, without scripts, styles or images. */
export function openHttpSession(outbound: Outbound, options: OpenOptions): DriverSession {
  const jar = createCookieJar((options.storageState?.cookies ?? []) as Cookie[], Date.now)
  const history: Loaded[] = [blank]
  let at = 0
  const current = (): Loaded => history[at]!

  async function send(request: PageRequest, timeoutMs: number) {
    const url = new URL(request.url)
    const cookie = jar.header(url)
    const response = await outbound.request({
      url: request.url,
      method: request.method,
      timeoutMs,
      maxBytes: maxPageBytes,
      maxRedirects: 0,
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.5',
        'accept-language': options.locale,
        ...(cookie === null ? {} : { cookie }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(options.allowedHosts ? { allowedHosts: options.allowedHosts } : {}),
    })
    jar.receive(response.headers['set-cookie'], url)
    return response
  }

  async function load(first: PageRequest, timeoutMs: number): Promise<Loaded> {
    let request = first
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await send(request, timeoutMs)
      const location = [response.headers.location].flat()[0]
      if (!isRedirect(response.status) || location === undefined) return read(response)
      response.discard()
      const keepsMethod = response.status === 307 || response.status === 308
      const url = new URL(location, request.url).href
      request = keepsMethod ? { ...request, url } : { url, method: 'GET' }
    }
    throw new Fault('action_failed', 'The server redirects too often')
  }

  async function read(response: Awaited<ReturnType<typeof send>>): Promise<Loaded> {
    const type = String(response.headers['content-type'] ?? 'text/html')
    if (!/^(text\/|application\/(xhtml|json|xml))/i.test(type)) {
      response.discard()
      throw unsupported(`show ${clip(type, 80)}`)
    }
    const text = await response.text()
    const html = /html/i.test(type) ? text : `<pre>${escapeHtml(text)}</pre>`
    return { url: response.url, html, page: createDocument(html) }
  }

  async function navigate(request: PageRequest, timeoutMs: number): Promise<void> {
    const loaded = await load(request, timeoutMs)
    history.splice(at + 1)
    history.push(loaded)
    if (history.length > maxHistory) history.shift()
    at = history.length - 1
  }

  function target(action: { ref?: string | undefined; selector?: string | undefined }): Found {
    let found: ReturnType<ParsedDocument['find']>
    try {
      found = current().page.find(action)
    } catch {
      throw new Fault('action_failed', 'The selector is not valid CSS')
    }
    // Nothing changes by itself here: what is missing now will be missing later.
    if (!found)
      throw new Fault(
        'action_timeout',
        'The page has no such element',
        'Take a new snapshot, and check the target.',
      )
    return found
  }

  async function click(action: Extract<DriverAction, { type: 'click' }>): Promise<void> {
    const element = target(action)
    const { url, page } = current()
    const link = element.closest('a[href]')
    if (link)
      return navigate({ url: new URL(link.getAttribute('href')!, url).href, method: 'GET' }, action.timeoutMs)
    const type = element.getAttribute('type')?.toLowerCase()
    if (type === 'checkbox' || type === 'radio')
      return page.setChecked(element, type === 'radio' || !page.isChecked(element))
    const isButton =
      element.tagName === 'BUTTON'
        ? type === undefined || type === 'submit'
        : type === 'submit' || type === 'image'
    if (!isButton) throw unsupported('click anything but links, checkboxes and buttons of forms')
    await navigate(requestOf(page, formOf(element), element, url), action.timeoutMs)
  }

  async function fill(action: Extract<DriverAction, { type: 'fill' }>): Promise<boolean> {
    const element = target(action)
    const { url, page } = current()
    if (element.tagName !== 'INPUT' && element.tagName !== 'TEXTAREA')
      throw new Fault('action_failed', 'The element is not a field that can be filled')
    page.setValue(element, action.value)
    if (action.submit) await navigate(requestOf(page, formOf(element), null, url), action.timeoutMs)
    return element.getAttribute('type')?.toLowerCase() === 'password'
  }

  function select(action: Extract<DriverAction, { type: 'select' }>): void {
    const element = target(action)
    const chosen = [...element.querySelectorAll('option')].filter(
      (option) =>
        action.values.includes(optionValue(option)) ||
        action.values.includes((option.textContent ?? '').trim()),
    )
    if (chosen.length === 0) throw new Fault('action_failed', 'The list has none of these options')
    current().page.setValue(element, JSON.stringify(chosen.map(optionValue)))
  }

  function wait(action: Extract<DriverAction, { type: 'wait' }>): void {
    const { page, url } = current()
    if (action.url !== undefined && !url.includes(action.url))
      throw new Fault('action_timeout', `The URL is ${clip(url, 300)}`)
    if (action.text !== undefined && !(page.document.body?.textContent ?? '').includes(action.text))
      throw new Fault('action_timeout', 'The page does not have this text')
    if (action.ref !== undefined || action.selector !== undefined) target(action)
  }

  async function go(action: Extract<DriverAction, { type: 'back' | 'forward' | 'reload' }>): Promise<void> {
    if (action.type === 'reload') {
      if (at > 0) history[at] = await load({ url: current().url, method: 'GET' }, action.timeoutMs)
    } else if (action.type === 'back') at = Math.max(0, at - 1)
    else at = Math.min(history.length - 1, at + 1)
  }

  async function perform(action: DriverAction): Promise<{ isSecret?: boolean }> {
    switch (action.type) {
      case 'goto':
        await navigate({ url: action.url, method: 'GET' }, action.timeoutMs)
        return {}
      case 'click':
        await click(action)
        return {}
      case 'fill':
        return { isSecret: await fill(action) }
      case 'select':
        select(action)
        return {}
      case 'press': {
        if (action.key !== 'Enter' || (action.ref === undefined && action.selector === undefined))
          throw unsupported('press keys, except Enter in a field')
        const { page, url } = current()
        await navigate(requestOf(page, formOf(target(action)), null, url), action.timeoutMs)
        return {}
      }
      case 'wait':
        wait(action)
        return {}
      case 'back':
      case 'forward':
      case 'reload':
        await go(action)
        return {}
      default:
        throw unsupported(`do ${action.type}`)
    }
  }

  const facts = () => ({
    url: clip(current().url, maxUrlLength),
    title: clip(current().page.title(), maxTitleLength),
  })

  return {
    uploads: null,
    live: null,
    async state() {
      return { ...facts(), pages: [{ id: 'p1', ...facts(), isActive: true }] }
    },
    async act(action) {
      const began = performance.now()
      try {
        const { isSecret = false } = await perform(action)
        const durationMs = Math.round(performance.now() - began)
        return { type: action.type, durationMs, ...facts(), ...(isSecret ? { isSecret } : {}) }
      } catch (error) {
        throw toFault(error)
      }
    },
    async snapshot(format): Promise<SnapshotOutput> {
      if (format === 'png' || format === 'jpeg') throw unsupported('take images')
      const { html, page } = current()
      const content =
        format === 'a11y' ? page.outline() : format === 'html' ? html : (await readHtml(html)).text
      const truncated = content.length > maxContentLength
      return { ...facts(), content: content.slice(0, maxContentLength), truncated }
    },
    storage: async () => ({ cookies: jar.list(), origins: [] }),
    close: async () => undefined,
  }
}

function toFault(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, extras } = error
  if (code === 'address_not_allowed') return new Fault(code, message, extras.hint)
  if (code === 'upstream_timeout') return new Fault('action_timeout', message, extras.hint)
  return new Fault('action_failed', message, extras.hint)
}
