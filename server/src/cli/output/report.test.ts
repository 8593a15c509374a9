import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { z } from 'zod'
import { AppError } from '../../kernel/errors.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import { reportText } from './report.ts'

test('a fault is one line of cause and fix, however it was written', () => {
  const fault = new StartFault('The port\n  is taken.', 'Set PORT.\n')
  assert.equal(reportText(fault, false), 'stoa: The port is taken: Set PORT')
  assert.deepEqual(JSON.parse(reportText(fault, true)), { error: 'The port is taken', fix: 'Set PORT' })
})

test('refusals of the product and of the system are faults as well', async () => {
  const refusal = new AppError('name_conflict', 'It exists already', { hint: 'Choose another name.' })
  assert.equal(reportText(refusal, false), 'stoa: It exists already: Choose another name')
  const { error } = z.object({ name: z.string().max(3) }).safeParse({ name: 'long' })
  assert.match(reportText(error, false), /^stoa: name is invalid: .+$/)
  const missing = await stat('/does/not/exist').catch((reason: unknown) => reason)
  assert.match(reportText(missing, false), /^stoa: ENOENT.*: fix the problem named above$/)
})

test('a bug shows its stack', () => {
  assert.match(reportText(new TypeError('x is not a function'), false), /TypeError: x is not.*\n +at /)
})
