import { objectName } from '../audit/action-text.ts'

/** What objects of events are called in the dashboard, where the audit log has another object of that name. */
const names: Readonly<Record<string, string>> = {
  execution: 'Workflow execution',
  run: 'Agent run',
  usage: 'Usage',
}

/** Types that are no sentence when their words are put one behind the other. */
const texts: Readonly<Record<string, string>> = {
  'execution.timeout': 'Workflow execution timed out',
  'human_request.created': 'Question asked',
  'run.error': 'Agent run failed',
  'table.document.created': 'Table row created',
  'table.document.deleted': 'Table row deleted',
  'table.document.updated': 'Table row updated',
  'table.document.*': 'Table row: all events',
  'usage.cap_reached': 'Cap reached',
  'usage.low_balance': 'Low balance',
  'webhook.test': 'Test event',
}

/** `external_user.created` as people say it: End user created; `external_user.*` is all events of an end user. */
export function eventText(selector: string): string {
  const known = texts[selector]
  if (known !== undefined) return known
  const [object = '', ...verbs] = selector.split('.')
  const name = names[object] ?? objectName(object)
  const words = verbs.filter((verb) => verb !== '*').map((verb) => verb.replaceAll('_', ' '))
  return [name, ...words].join(' ') + (selector.endsWith('.*') ? ': all events' : '')
}
