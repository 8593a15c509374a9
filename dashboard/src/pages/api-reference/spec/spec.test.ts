import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operationOf, spec } from './sample.ts'
import { searchSpec } from './spec.ts'

describe('the description of the API', () => {
  it('is listed by area, without areas that have nothing', () => {
    assert.deepEqual(
      spec.areas.map((area) => [area.name, area.operations.length]),
      [
        ['Things', 2],
        ['Files', 2],
        ['Other', 1],
      ],
    )
  })

  it('is found by words in any order', () => {
    const found = (query: string) => searchSpec(spec, query).operations
    assert.deepEqual(
      found('THING post').map((operation) => operation.id),
      ['POST/api/v1/things'],
    )
    assert.equal(found('').length, 5)
    assert.equal(found('things:write').length, 1)
    assert.equal(found('nowhere').length, 0)
  })

  it('is searched for error codes by their name or status, once something is typed', () => {
    assert.deepEqual(searchSpec(spec, '429').errorCodes, ['rate_limited'])
    assert.deepEqual(searchSpec(spec, ' ').errorCodes, [])
    assert.deepEqual(
      searchSpec(spec, 'ping').areas.map((area) => area.name),
      ['Other'],
    )
  })

  it('gives one operation with its errors, parameters of the path and access', () => {
    const create = operationOf('POST/api/v1/things')
    assert.deepEqual(create.errors, [
      { code: 'missing_field', status: 400, type: 'invalid_request' },
      { code: 'rate_limited', status: 429, type: 'rate_limit' },
    ])
    assert.equal(create.takesUsername, false)
    assert.equal(operationOf('GET/api/v1/things').takesUsername, true)
    assert.equal(operationOf('GET/api/v1/ping').access, 'public')
    const upload = operationOf('PUT/api/v1/things/{id}/files/{path+}')
    assert.deepEqual(
      upload.parameters.map((parameter) => parameter.name),
      ['id', 'path', 'tag'],
    )
    assert.deepEqual(
      upload.body!.fields.map((field) => [field.name, field.isFile]),
      [
        ['file', true],
        ['note', false],
      ],
    )
    assert.equal(upload.responseKind, 'events')
  })
})
