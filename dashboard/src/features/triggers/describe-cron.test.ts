import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeCron } from './describe-cron.ts'

it('says a cron expression in words, and nothing where a sentence is not enough', () => {
  const words = {
    '* * * * *': 'Every minute',
    '*/15 * * * *': 'Every 15 minutes',
    '@hourly': 'Every hour',
    '30 */2 * * *': 'Every 2 hours at minute 30',
    '0 9 * * *': 'At 09:00 every day',
    '0 9 * * 1-5': 'At 09:00 on Monday to Friday',
    '0,30 8,17 * * mon,7': 'At 08:00, 08:30, 17:00 and 17:30 on Monday and Sunday',
    '0 0 1 * *': 'At 00:00 on day 1 of the month',
    '15 6 24 12 *': 'At 06:15 on day 24 of the month in December',
    '0 9 1 * 1': 'At 09:00 on day 1 of the month and on Monday',
    '0 9-17/2 * * *': null,
    '0 9 L * *': null,
    'every day': null,
    '0 9 * *': null,
  }
  for (const [expression, expected] of Object.entries(words))
    assert.equal(describeCron(expression), expected, expression)
})
