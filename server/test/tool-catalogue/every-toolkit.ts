/**
 * Every operation of every toolkit that was looked after by hand, through a mock that holds each call against the
 * description: too many for every test run. `node server/test/tool-catalogue/every-toolkit.ts [slug …]`
 */
import { startRoundTrips } from './round-trip.ts'
import { unjudged } from './unjudged.ts'

const roundTrips = await startRoundTrips()
const named = process.argv.slice(2)
const isLookedAfter = (popularity: number) => popularity > 10
const slugs =
  named.length > 0
    ? named
    : (await roundTrips.toolkits())
        .filter(({ popularityScore }) => isLookedAfter(popularityScore))
        .map(({ slug }) => slug)
let faults = 0
for (const slug of slugs) {
  const { tools, refused } = await roundTrips.through(slug)
  const unknown = refused.filter((each) => !(each.slug in unjudged))
  faults += unknown.length
  console.log(
    `${slug}: ${tools - refused.length} of ${tools} taken, ${unknown.length} refused without a reason`,
  )
  for (const { slug, why } of unknown) console.log(`  ${slug}: ${why}`)
}
await roundTrips.stop()
process.exitCode = faults === 0 ? 0 : 1
