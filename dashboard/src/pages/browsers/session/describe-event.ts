import type { BrowserEvent } from '@stoa/sdk'

export type EventText = { label: string; text: string; detail: string | null; isBad: boolean }

const words = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** What an action was about: the element, the key, the value, or the URL. */
function targetOf(data: Record<string, unknown>): string {
  const { type, ref, selector, key, value, url, values, pageId, expression, text, deltaY } = data
  const element = words(selector) || (ref === undefined ? '' : `[${words(ref)}]`)
  const rest: Record<string, string> = {
    goto: words(url),
    fill: `${element} ← ${words(value)}`,
    press: `${words(key)} ${element}`,
    select: `${element} ← ${Array.isArray(values) ? values.join(', ') : ''}`,
    scroll: `${element} ${words(deltaY)} px`,
    wait: element || words(text) || words(url),
    evaluate: words(expression),
    switch: words(pageId),
    closePage: words(pageId),
  }
  return `${words(type)} ${rest[words(type)] ?? element}`.trim()
}

const seconds = (ms: unknown): string | null => (typeof ms === 'number' ? `${Math.round(ms)} ms` : null)

/** One line for an event of a session. */
export function describeEvent({ type, data }: Pick<BrowserEvent, 'type' | 'data'>): EventText {
  const isBad = data.status === 'failed' || typeof data.failure === 'string'
  switch (type) {
    case 'action': {
      const text = isBad ? `${targetOf(data)}: ${words(data.error)}` : targetOf(data)
      return { label: 'Action', text, detail: seconds(data.durationMs), isBad }
    }
    case 'dialog': {
      const outcome = data.accepted === true ? 'accepted' : 'dismissed'
      return { label: 'Dialog', text: `${words(data.type)}: ${words(data.message)}`, detail: outcome, isBad }
    }
    case 'download':
      return { label: 'Download', text: words(data.name), detail: isBad ? words(data.failure) : null, isBad }
    case 'refused':
      return {
        label: 'Refused',
        text: `${words(data.host)}: ${words(data.reason)}`,
        detail: null,
        isBad: true,
      }
    case 'control': {
      const isHuman = data.control === 'human'
      const note = words(isHuman ? data.reason : data.note)
      const who = isHuman ? 'Control requested for a human' : 'Returned to the agent'
      return { label: 'Control', text: note === '' ? who : `${who}: ${note}`, detail: null, isBad }
    }
    default:
      return { label: type, text: JSON.stringify(data), detail: null, isBad }
  }
}
