import type { ChatInterrupt } from '@stoa/sdk'
import { toolTitle } from '../../features/tools/tool-title.ts'
import { h } from '../element.ts'
import { isForTeam } from '../session/chat-state.ts'

type ToolRequest = {
  id: string
  toolSlug: string
  toolName?: string
  arguments?: unknown
  reason?: string
  hash?: string
}
type Request = {
  kind?: string
  message?: string | null
  requests?: ToolRequest[]
  toolkitSlug?: string
  toolSlug?: string
  toolName?: string
  redirectUrl?: string
}

export type InterruptOptions = {
  interrupt: ChatInterrupt
  /** Whether the token of the page leaves decisions to its user at all. */
  canApprove: boolean
  resume(id: string, value: unknown): void
}

const reasons: Readonly<Record<string, string>> = {
  sensitive: 'The agent asks before it uses this tool.',
  destructive: 'It can delete or overwrite data.',
  tainted: 'The agent has read text from outside, which may try to steer it.',
}

/** What the tool is called; the page of someone else cannot look it up. */
const nameOf = ({ toolName, toolSlug = '' }: { toolName?: string; toolSlug?: string }): string =>
  toolName ?? toolTitle(toolSlug)

const button = (label: string, click: () => void, kind = '') =>
  h('button', { type: 'button', class: kind, click }, label)

/** What the run waits for. */
export function interruptView(options: InterruptOptions): HTMLElement {
  const { interrupt, canApprove } = options
  const request = interrupt.value as Request
  if (request.kind === 'connection') return connectionCard(options, request)
  if (isForTeam(interrupt, canApprove))
    return card(
      'Waiting for approval',
      h('p', {}, 'The team decides about the next step. You can close this page.'),
    )
  return request.kind === 'uncertain' ? uncertainCard(options, request) : approvalCard(options, request)
}

const card = (title: string, ...children: (Node | string | false)[]) =>
  h('section', { class: 'card', 'aria-label': title }, h('p', { class: 'title' }, title), ...children)

function connectionCard({ interrupt, resume }: InterruptOptions, request: Request): HTMLElement {
  const url = URL.parse(request.redirectUrl ?? '')
  const isWeb = url !== null && /^https?:$/.test(url.protocol)
  let isAway = false
  const proceed = (approved: boolean) => {
    document.removeEventListener('visibilitychange', onReturn)
    resume(interrupt.id, { approved })
  }
  // Back from the consent in another tab: the run looks for the account again, and asks once more if there is none.
  const onReturn = () => {
    if (!element.isConnected) document.removeEventListener('visibilitychange', onReturn)
    else if (isAway && !document.hidden) proceed(true)
  }
  const leave = () => {
    isAway = true
    document.addEventListener('visibilitychange', onReturn)
  }
  const element = card(
    `Connect ${request.toolkitSlug === undefined ? 'an account' : toolTitle(request.toolkitSlug)}`,
    h('p', {}, request.message ?? `${nameOf(request)} needs a connected account.`),
    h(
      'div',
      { class: 'row' },
      isWeb &&
        h(
          'a',
          {
            class: 'button primary',
            href: url.href,
            target: '_blank',
            rel: 'noopener noreferrer',
            click: leave,
          },
          'Connect',
        ),
      button('Continue', () => proceed(true)),
      button('Continue without it', () => proceed(false), 'quiet'),
    ),
  )
  return element
}

/** The decisions are sent together, since the run continues with all of them. */
function approvalCard(
  { interrupt, resume }: InterruptOptions,
  { requests = [], message }: Request,
): HTMLElement {
  const decisions = new Map<string, string>()
  const decide = (id: string, type: 'approve' | 'reject', row: HTMLElement) => {
    decisions.set(id, type)
    row.replaceChildren(h('span', { class: 'state' }, type === 'approve' ? 'Approved' : 'Rejected'))
    if (decisions.size === requests.length)
      resume(interrupt.id, {
        decisions: requests.map(({ id, hash }) => ({ id, hash, type: decisions.get(id) })),
      })
  }
  const requestView = ({ id, arguments: args, reason = '', ...tool }: ToolRequest) => {
    const row = h('div', { class: 'row' })
    row.append(
      button('Approve', () => decide(id, 'approve', row), 'primary'),
      button('Reject', () => decide(id, 'reject', row)),
    )
    return h(
      'div',
      { class: 'request', role: 'group', 'aria-label': `Approval of ${nameOf(tool)}` },
      h(
        'p',
        {},
        'The agent wants to use ',
        h('b', { title: tool.toolSlug }, nameOf(tool)),
        `. ${reasons[reason] ?? reason}`,
      ),
      h('pre', { tabindex: '0' }, JSON.stringify(args, null, 2)),
      row,
    )
  }
  return card('Needs your approval', message ? h('p', {}, message) : false, ...requests.map(requestView))
}

/** The server was lost during a call with side effects: only a human can find out whether it was done. */
const uncertainCard = ({ interrupt, resume }: InterruptOptions, { message, ...tool }: Request): HTMLElement =>
  card(
    'May have run already',
    h('p', {}, `${message ?? ''} `, h('b', { title: tool.toolSlug ?? '' }, nameOf(tool))),
    h(
      'div',
      { class: 'row' },
      button('It was done', () => resume(interrupt.id, { choice: 'done' })),
      button('Run it again', () => resume(interrupt.id, { choice: 'again' })),
      button('Leave it', () => resume(interrupt.id, { choice: 'stop' })),
    ),
  )
