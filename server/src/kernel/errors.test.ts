import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, declareErrors, type ErrorCode, listErrorCodes, statusOf } from './errors.ts'

test('a code that nothing declares does not compile, and is a bug where it gets in all the same', () => {
  // @ts-expect-error: no manifest declares it
  assert.equal(new AppError('declared_by_none', 'A slip').status, 500)
})

test('the codes of an area have the status that its manifest gives them', () => {
  declareErrors('tests', { declared_in_test: 418 })
  // A second node in one process declares the same again.
  declareErrors('tests', { declared_in_test: 418 })
  const code = 'declared_in_test' as ErrorCode
  assert.equal(new AppError(code, 'Declared').status, 418)
  assert.equal(listErrorCodes().filter((each) => each === code).length, 1)
})

test('no area changes what a code of another means', () => {
  assert.throws(
    () => declareErrors('tests', { invalid_state: 400 }),
    /"tests" declares the error invalid_state with status 400; it has status 409/,
  )
  assert.equal(statusOf('invalid_state'), 409)
})
