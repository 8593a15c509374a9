import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chunkText, initialState } from './chunk-text.ts'
import { detectLanguage } from './languages.ts'
import { partsOf } from './parts.ts'
import { prepareChunks } from './prepare-jobs.ts'
import { countTerms, formatTerms, parseTerms, termsOf } from './terms.ts'

const sizes = { chunkSize: 300, chunkOverlap: 40 }

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Random Markdown with every kind of block. */
function randomText(random: () => number): string {
  const word = () =>
    ['alpha', 'beta 🙂', 'gamma.', 'delta,', 'x'.repeat(90), 'Ωmega'][Math.floor(random() * 6)]
  const words = (max: number) => Array.from({ length: 1 + Math.floor(random() * max) }, word).join(' ')
  const kinds = [
    () => `${'#'.repeat(1 + Math.floor(random() * 4))} ${words(4)}`,
    () => words(120),
    () => Array.from({ length: 6 }, () => `- ${words(12)}`).join('\n'),
    () =>
      `| a | b |\n| - | - |\n${Array.from({ length: 20 }, () => `| ${words(3)} | ${words(3)} |`).join('\n')}`,
    () => `\`\`\`js\n${Array.from({ length: 12 }, () => words(8)).join('\n')}\n\`\`\``,
    () => '\n\n',
  ]
  return Array.from({ length: 30 }, () => kinds[Math.floor(random() * kinds.length)]!()).join('\n\n')
}

describe('chunks', () => {
  test('cover every text, in order, within their size', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const text = randomText(seeded(seed))
      const { chunks } = chunkText(text, sizes)
      let covered = 0
      for (const { start, end, text: content } of chunks) {
        assert.equal(
          text.slice(covered, Math.max(covered, start)).trim(),
          '',
          `seed ${seed}: a gap before ${start}`,
        )
        assert.ok(end > covered && end - start <= sizes.chunkSize, `seed ${seed}: ${start} to ${end}`)
        assert.ok(content.endsWith(text.slice(start, end)) && content.isWellFormed(), `seed ${seed}`)
        covered = end
      }
      assert.equal(text.slice(covered).trim(), '', `seed ${seed}: the end is missing`)
    }
  })

  test('have the headings above them, and main headings begin new ones', () => {
    const text = '# Guide\n\nIntro.\n\n## Install\n\nRun it.\n\n### Linux\n\nUse apt.\n\n## Use\n\nCall it.\n'
    const { chunks } = chunkText(text, sizes)
    assert.deepEqual(
      chunks.map(({ path, text: content }) => [path.join(' > '), content.replaceAll('\n', ' ').slice(0, 20)]),
      [
        ['Guide', '# Guide  Intro.'],
        ['Guide > Install', '## Install  Run it. '],
        ['Guide > Use', '## Use  Call it.'],
      ],
    )
  })

  test('repeat the head of a table and preserve code blocks', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `| row ${i} | value ${i} |`).join('\n')
    const { chunks } = chunkText(`| name | value |\n|---|---|\n${rows}`, sizes)
    assert.ok(chunks.length > 2)
    for (const { text } of chunks) assert.match(text, /^\| name \| value \|\n\|---\|---\|\n/)
    const code = '```\nfirst\n\n# no heading\n```'
    assert.deepEqual(
      chunkText(code, sizes).chunks.map(({ text, path }) => [text, path]),
      [[code, []]],
    )
  })

  test('of a text in parts are those of the parts, with headings and open code blocks carried on', () => {
    const long = `# Top\n\n\`\`\`\n${'line of code\n'.repeat(30_000)}\`\`\`\n\n${'A sentence. '.repeat(30_000)}`
    let state = initialState
    let covered = 0
    let parts = 0
    for (const part of partsOf(long)) {
      const prepared = prepareChunks({ ...part, ...sizes, language: 'en', state })
      for (const { start, end, path } of prepared.chunks) {
        assert.equal(long.slice(covered, Math.max(covered, start)).trim(), '')
        assert.deepEqual(path, ['Top'])
        covered = end
      }
      state = prepared.state
      parts++
    }
    assert.equal(long.slice(covered).trim(), '')
    assert.ok(parts >= 3)
  })
})

describe('terms', () => {
  test('are stems, with identifiers whole and in parts', () => {
    assert.deepEqual(termsOf('The servers were searching', 'en'), ['server', 'search'])
    assert.deepEqual(termsOf('createPullRequest max-buffer-size', 'en'), [
      'creat',
      'pull',
      'request',
      'createpullrequest',
      'max',
      'buffer',
      'size',
      'maxbuffersize',
    ])
    assert.deepEqual(termsOf('Häuser der Straße', 'de'), ['haus', 'der', 'strass'])
    assert.ok(termsOf('東京都に住んでいます', 'other').length > 2)
  })

  test('survive being stored; headings count twice', () => {
    const counts = countTerms('token token', ['Token limits'], 'en')
    assert.deepEqual(
      [...counts],
      [
        ['token', 4],
        ['limit', 2],
      ],
    )
    assert.deepEqual([...parseTerms(formatTerms(counts))], [...counts])
    assert.deepEqual([...parseTerms('')], [])
  })

  test('languages are detected from the beginning of a text', () => {
    assert.equal(detectLanguage('short'), 'en')
    assert.equal(
      detectLanguage('The quick brown fox jumps over the lazy dog and runs into the forest.'),
      'en',
    )
    assert.equal(
      detectLanguage('Der schnelle Fuchs springt über den faulen Hund und läuft in den Wald.'),
      'de',
    )
    assert.equal(detectLanguage('Быстрая лиса прыгает через ленивую собаку и убегает в лес подальше.'), 'ru')
  })
})
