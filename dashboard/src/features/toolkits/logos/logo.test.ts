import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { contrastOf } from '../../../../scripts/logos/contrast.ts'
import { findLogo, type Logos } from './logo.ts'

const shipped: Logos = JSON.parse(readFileSync(new URL('./logos.json', import.meta.url), 'utf8'))
const { logos } = shipped

describe('the logo of a service', () => {
  it('is found by its slug, however that is written', () => {
    assert.equal(findLogo(shipped, 'github'), logos.github)
    assert.equal(findLogo(shipped, 'google-sheets'), logos.googlesheets)
    assert.equal(findLogo(shipped, 'digital-ocean'), logos.digitalocean)
  })

  it('is that of the publisher where the service has none', () => {
    assert.equal(findLogo(shipped, 'google-adsensehost'), logos.google)
    assert.equal(findLogo(shipped, 'ote-godaddy-abuse'), logos.godaddy)
    assert.equal(findLogo(shipped, 'slack-api'), logos.slack)
    assert.equal(findLogo(shipped, 'amazon-bedrock'), logos.aws)
  })

  it('is none for services that only begin like another, and for names of no service', () => {
    for (const slug of [
      'googlers',
      'boxing',
      'x-files',
      'go-upc',
      'sonar',
      '',
      '-',
      'constructor',
      '__proto__',
    ])
      assert.equal(findLogo(shipped, slug), null, slug)
  })
})

describe('the shipped logos', () => {
  const fills = Object.entries(logos).flatMap(([name, { paths }]) =>
    paths.map(({ fill }) => ({ name, fill, isOnly: paths.length === 1 })),
  )

  it('can be seen on their tiles in both themes', () => {
    assert.ok(fills.length > 200)
    for (const { name, fill, isOnly } of fills) {
      const colours = fill.match(/#\w{6}/g)!
      const [light, dark] = [contrastOf(colours[0]!, '#ffffff'), contrastOf(colours.at(-1)!, '#15181e')]
      const needed = isOnly ? 3 : 1.4
      assert.ok(light >= needed && dark >= needed, `${name}: ${fill} has ${light} and ${dark}`)
    }
  })

  it('are drawings without references, scripts or styles', () => {
    for (const { box, paths } of Object.values(logos)) {
      assert.match(box, /^-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+$/)
      for (const { fill, d } of paths) {
        assert.match(fill, /^(#\w{6}|light-dark\(#\w{6}, #\w{6}\))$/)
        assert.match(d, /^[MmLlHhVvCcSsQqTtAaZz0-9\s,.eE+-]+$/)
      }
    }
  })

  it('include every logo that a prefix names', () => {
    for (const name of Object.values(shipped.prefixes)) assert.ok(logos[name], name)
  })
})
