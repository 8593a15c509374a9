import type { Page } from 'playwright-core'
import type { SnapshotKind, SnapshotOutput } from '../../protocol/messages.ts'
import { clip, Fault, maxContentLength, maxUrlLength } from '../driver.ts'
import { htmlOfPage, secretFields, sizesOfPage, textOfPage, valuesOfSecretFields } from './page-scripts.ts'
import { titleOf } from './pages.ts'

const timeoutMs = 15_000
const maxTries = 4
const recordedQuality = 60
// A page that grows without end is not painted to its end.
const maxImageHeight = 10_000

const textOf = (page: Page): Promise<string> => evaluate(page, textOfPage(maxContentLength + 1))

const htmlOf = (page: Page): Promise<string> => evaluate(page, htmlOfPage(maxContentLength + 1))

/** A page in which nothing can be evaluated, because it never stops or was never shown, is not waited for. */
async function evaluate(page: Page, script: string): Promise<string> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Fault('action_timeout', `The page did not respond within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    return await Promise.race([page.evaluate<string>(script), late])
  } finally {
    clearTimeout(timer)
  }
}

/** The values of secret fields as they are now, to be removed from what contains them. */
async function secretsOf(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) => frame.evaluate<string[]>(valuesOfSecretFields).catch(() => [])),
  )
  return found.flat().filter((value) => value !== '')
}

async function accessibilityOf(page: Page): Promise<string> {
  const text = await page.ariaSnapshot({ mode: 'ai', timeout: timeoutMs })
  const secrets = new Set(await secretsOf(page))
  if (secrets.size === 0) return text
  // In the snapshot the content of a field is behind its ref, as a YAML scalar that may be quoted.
  return text
    .split('\n')
    .map((line) => {
      const [, head, value = ''] = /^(\s*- textbox.*?\]): (.*)$/.exec(line) ?? []
      return head !== undefined && secrets.has(unquoted(value)) ? `${head}: ••••••••` : line
    })
    .join('\n')
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value
  try {
    return String(JSON.parse(value))
  } catch {
    return value
  }
}

async function imageOf(page: Page, format: 'png' | 'jpeg', fullPage: boolean): Promise<Buffer> {
  // Each frame has its own fields.
  const mask = page.frames().map((frame) => frame.locator(secretFields))
  const masked = { mask, maskColor: '#444', timeout: timeoutMs }
  if (format === 'jpeg') return page.screenshot({ type: 'jpeg', quality: recordedQuality, ...masked })
  if (!fullPage) return page.screenshot({ type: 'png', ...masked })
  const { width, height, full } = await page.evaluate<{ width: number; height: number; full: number }>(
    sizesOfPage,
  )
  const clipped = { x: 0, y: 0, width, height: Math.min(maxImageHeight, Math.max(height, full)) }
  return page.screenshot({ type: 'png', fullPage: true, clip: clipped, ...masked })
}

const readers = { text: textOf, html: htmlOf, a11y: accessibilityOf }

/** A page that navigates while it is read is read again. */
export async function takeSnapshot(...input: Parameters<typeof readOnce>): ReturnType<typeof readOnce> {
  for (let tries = 1; ; tries++) {
    try {
      return await readOnce(...input)
    } catch (error) {
      if (tries === maxTries || !/context was destroyed|navigat/i.test((error as Error).message)) throw error
      await input[0].waitForLoadState('domcontentloaded', { timeout: timeoutMs }).catch(() => undefined)
    }
  }
}

async function readOnce(
  page: Page,
  format: SnapshotKind,
  fullPage: boolean,
): Promise<SnapshotOutput & { image?: Buffer }> {
  const facts = { url: clip(page.url(), maxUrlLength), title: await titleOf(page) }
  if (format === 'png' || format === 'jpeg')
    return { ...facts, content: '', truncated: false, image: await imageOf(page, format, fullPage) }
  const content = await readers[format](page)
  const truncated = content.length > maxContentLength
  return { ...facts, content: truncated ? content.slice(0, maxContentLength) : content, truncated }
}
