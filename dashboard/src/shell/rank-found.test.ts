import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rankFound } from './rank-found.ts'

const found = (kind: string, label: string) => ({ id: label, kind, label, to: '/' })
const labels = (text: string, ...objects: ReturnType<typeof found>[]) =>
  rankFound(objects, text).map(({ label }) => label)

it('has names that begin with the text first, then words that do', () => {
  assert.deepEqual(
    labels(
      'Ord',
      found('Workflow', 'Record calls'),
      found('Workflow', 'New orders'),
      found('Table', 'Orders'),
      found('Table', 'ord'),
    ),
    ['ord', 'Orders', 'New orders', 'Record calls'],
  )
})

it('has what the project has before what the catalogue offers, and the order of the search otherwise', () => {
  assert.deepEqual(
    labels(
      'mail',
      found('Toolkit', 'Mailchimp'),
      found('Tool', 'Mail a letter'),
      found('Workflow', 'Mail out'),
    ),
    ['Mail out', 'Mailchimp', 'Mail a letter'],
  )
  assert.deepEqual(labels('send an email', found('Tool', 'Postmark: send'), found('Tool', 'SMTP')), [
    'Postmark: send',
    'SMTP',
  ])
})
