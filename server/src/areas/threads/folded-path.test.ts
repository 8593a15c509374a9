import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeOf } from '../../../test/size.ts'
import type { EntryKind } from './schema/message.ts'
import { foldForModel, foldPath } from './service/folded-path.ts'
import { modelEntries, visibleEntries } from './service/transcript.ts'

type Step = { place: number; kind: EntryKind; messageId: string }

const rounds = sizeOf({ short: 600, long: 50_000 })

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A path in which most entries are messages, and some change, remove or summarise earlier ones. */
function randomPath(random: (below: number) => number): Step[] {
  const known: string[] = []
  return Array.from({ length: 1 + random(24) }, (_, i): Step => {
    const place = i + 1
    const earlier = known.length > 0 && random(3) === 0 ? known[random(known.length)]! : null
    if (earlier === null) {
      known.push(`m${place}`)
      return { place, kind: 'append', messageId: `m${place}` }
    }
    const kind = (['append', 'replace', 'remove', 'summary'] as const)[random(4)]!
    if (kind !== 'summary') return { place, kind, messageId: earlier }
    known.push(`summary:${earlier}`)
    return { place, kind, messageId: `summary:${earlier}` }
  })
}

/** What the database returns of it: entries that change others, and all of the messages that they are about. */
function specialOf(path: readonly Step[]): Step[] {
  const isRepeat = ({ messageId, place }: Step) =>
    path.some((each) => each.messageId === messageId && each.place < place)
  const special = path.filter((each) => each.kind !== 'append' || isRepeat(each))
  const named = new Set(
    special.flatMap(({ kind, messageId }) =>
      kind === 'summary' ? [messageId, messageId.slice('summary:'.length)] : [messageId],
    ),
  )
  return path.filter(({ messageId }) => named.has(messageId))
}

test('what is seen of a path is the same without reading all of it', () => {
  const random = createRandom(7)
  for (let round = 0; round < rounds; round++) {
    const path = randomPath(random)
    const whole = visibleEntries(path).map(({ place }) => place)
    const folded = foldPath(specialOf(path), path.length)
    const story = JSON.stringify(path)
    assert.equal(folded.total, whole.length, story)
    const from = random(path.length)
    const count = 1 + random(6)
    const part = folded.seen(from, Math.min(count, folded.total - from))
    assert.deepEqual(
      part.map(({ contentPlace }) => contentPlace),
      whole.slice(from, from + count),
      story,
    )
  }
})

test('what a model is given is the same without reading what a summary covers', () => {
  const random = createRandom(11)
  let summarised = 0
  for (let round = 0; round < rounds; round++) {
    const path = randomPath(random)
    const whole = modelEntries(path).map(({ place }) => place)
    const { behind, summaryPlace, seen } = foldForModel(specialOf(path), path.length)
    if (behind > 0) summarised++
    const places = seen(behind).map(({ contentPlace }) => contentPlace)
    assert.deepEqual(
      [...(summaryPlace === null ? [] : [summaryPlace]), ...places],
      whole,
      JSON.stringify(path),
    )
  }
  assert.ok(summarised > rounds / 20, 'paths with a summary that is used were among them')
})
