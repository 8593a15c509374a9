import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { inLongRun } from '../server/test/size.ts'

const description = fileURLToPath(new URL('../server/openapi.json', import.meta.url))

test('Redocly finds no errors in the OpenAPI document', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: description, config })
  const errors = problems.filter(({ severity }) => severity === 'error')
  assert.deepEqual(
    errors.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message]),
    [],
  )
})

test('Spectral finds no errors in the OpenAPI document', inLongRun, async () => {
  const spectral = new spectralCore.Spectral()
  // Their types ask for `extends` in a ruleset that extends nothing.
  const oas = spectralRulesets.oas as unknown as RulesetDefinition
  spectral.setRuleset({ extends: [[oas, 'recommended']] })
  const problems = await spectral.run(
    JSON.parse(await readFile(description, 'utf8')) as Record<string, unknown>,
  )
  const isError = 0
  const errors = problems.filter(({ severity }) => severity === isError)
  assert.deepEqual(
    errors.map(({ code, path, message }) => [code, path.join('/'), message]),
    [],
  )
})
