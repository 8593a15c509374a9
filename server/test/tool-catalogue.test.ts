import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { someOf } from './size.ts'
import { type RoundTrips, startRoundTrips } from './tool-catalogue/round-trip.ts'
import { unjudged } from './tool-catalogue/unjudged.ts'

/** Services of every kind whose descriptions are small enough; `tool-catalogue/every-toolkit.ts` calls all. */
const called = [
  'elevenlabs',
  'gmail',
  'google-calendar',
  'google-drive',
  'google-sheets',
  'google-tasks',
  'notion-api',
  'openai',
  'slack-api',
  'spotify',
  'telegram',
  'twitter',
]

describe('calls of shipped tools', () => {
  let roundTrips: RoundTrips
  before(async () => {
    roundTrips = await startRoundTrips()
  })
  after(() => roundTrips.stop())

  for (const slug of someOf(called, 5))
    it(`are what the description of ${slug} requires`, async () => {
      const { tools, refused } = await roundTrips.through(slug)
      assert.ok(tools > 5, 'most of its operations are there')
      assert.deepEqual(
        refused.filter((each) => !(each.slug in unjudged)),
        [],
      )
    })
})
