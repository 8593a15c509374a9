import { traits } from './build-index.ts'
import { stem, wordsOf } from './words.ts'

const stems = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stem))

const reading = stems(
  'get list find search show read view fetch retrieve lookup check see browse count download what who whose which where when how latest current look',
)
const writing = stems(
  'create add make new send post write upload update edit change modify set put insert append open assign move merge copy invite share book schedule start run trigger deploy play pay charge refund convert generate sign subscribe publish submit reply star spin reboot rerun turn translate transcribe',
)
const destroying = stems('delete remove destroy erase drop cancel trash clear revoke uninstall terminate')

/** How well what a tool does to the world goes with the verb that was said: a factor for its traits. */
export function intentOf(query: string): (trait: number) => number {
  // The first verb is the wish; later ones belong to what it is about.
  const terms = wordsOf(query).map(stem)
  const verb = terms.find((word) => destroying.has(word) || writing.has(word) || reading.has(word))
  if (verb === undefined) return () => 1
  if (destroying.has(verb)) return (trait) => (trait & traits.reads ? 0.7 : 1)
  if (writing.has(verb)) return (trait) => (trait & traits.destroys ? 0.65 : trait & traits.reads ? 0.78 : 1)
  return (trait) => (trait & traits.destroys ? 0.65 : trait & traits.writes ? 0.85 : 1)
}
