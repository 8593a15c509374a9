import type { Message } from '../../features/chat/transcript/message.ts'
import type { CallView } from '../../features/chat/transcript/turns.ts'
import { calledTool, toolTitle } from '../../features/tools/tool-title.ts'
import { h } from '../element.ts'
import { markdownView } from './markdown-view.ts'

const states: Record<CallView['state'], string> = {
  executing: 'Running',
  success: 'Done',
  error: 'Failed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  waiting: 'Waiting',
}

type NameOf = (fileId: string) => Promise<string>

/** What the user said. */
export const questionView = ({ text, fileIds }: Message, nameOf: NameOf): HTMLElement =>
  h(
    'div',
    { class: 'question' },
    h('span', { class: 'hidden' }, 'You said:'),
    text !== '' && h('p', { dir: 'auto' }, text),
    fileIds.length > 0 && h('ul', { class: 'files' }, ...fileIds.map((id) => fileView(id, nameOf))),
  )

function fileView(id: string, nameOf: NameOf): HTMLElement {
  const item = h('li', {}, 'File')
  nameOf(id).then(
    (name) => item.replaceChildren(name),
    // Deleted meanwhile.
    () => undefined,
  )
  return item
}

/** A reply of the agent, or of a human in its place, with the calls of tools that are shown. */
export function replyView(message: Message, calls: readonly CallView[]): HTMLElement | null {
  if (message.role === 'tool' || (message.text === '' && calls.length === 0)) return null
  const isOperator = message.role === 'operator'
  return h(
    'div',
    { class: isOperator ? 'reply operator' : 'reply' },
    isOperator ? h('p', { class: 'author' }, 'Team') : h('span', { class: 'hidden' }, 'Reply:'),
    message.text !== '' && markdownView(message.text),
    ...calls.map(callView),
  )
}

/** Which tool, and how it went. Input and output are for the team: they may have what customers are not to read. */
const callView = ({ name, args, state }: CallView): HTMLElement =>
  h(
    'p',
    { class: 'call' },
    h('span', { class: 'tool' }, toolTitle(calledTool(name, args))),
    h('span', { class: 'state', 'data-state': state }, states[state]),
  )
