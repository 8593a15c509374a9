import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Block, type Inline, parseMarkdown } from '@stoa/markdown'
import { anchorOf, headingText } from './anchors.ts'
import { guideEntries } from './contents.ts'
import { resolveLink } from './links.ts'
import { searchIndex, searchPages } from './search/search-pages.ts'

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url))
const pages = guideEntries.map((entry) => {
  const text = readFileSync(docs + entry.file, 'utf8')
  return { entry, text, blocks: parseMarkdown(text) }
})

const linesOf = (block: Block): Inline[][] => {
  if (block.kind === 'paragraph' || block.kind === 'quote') return block.lines
  if (block.kind === 'list') return block.items
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : []
}

describe('the guide', () => {
  it('lists every file of its folders, under the first heading of each', () => {
    const files = globSync('{guide,reference,operations,security}/**/*.md', { cwd: docs }).sort()
    assert.deepEqual(guideEntries.map(({ file }) => file).sort(), files)
    assert.equal(new Set(guideEntries.map(({ slug }) => slug)).size, guideEntries.length)
    for (const { entry, blocks } of pages) {
      assert.ok(blocks[0]?.kind === 'heading' && blocks[0].level === 1, entry.file)
      assert.equal(headingText(blocks[0]), entry.title, entry.file)
    }
  })

  it('has links that lead to pages and headings that exist', () => {
    const anchors = new Map(
      pages.map(({ entry, blocks }) => [
        entry.slug,
        blocks.flatMap((block) => (block.kind === 'heading' ? [`#${anchorOf(headingText(block))}`] : [])),
      ]),
    )
    for (const { entry, blocks } of pages.filter(({ entry }) => entry.file.startsWith('guide/')))
      for (const part of blocks.flatMap(linesOf).flat()) {
        if (part.kind !== 'link') continue
        const target = resolveLink(entry.file, part.href)
        assert.notEqual(target.kind, 'none', `${entry.file}: ${part.href}`)
        if (target.kind === 'page' && target.hash !== '')
          assert.ok(anchors.get(target.entry.slug)?.includes(target.hash), `${entry.file}: ${part.href}`)
      }
  })

  it('is searched by beginnings of words, titles before headings before texts', () => {
    const index = searchIndex(pages)
    const found = (query: string) =>
      searchPages(index, query).map(({ entry, heading }) => [entry.slug, heading])
    assert.deepEqual(found('webho')[0], ['webhook-that-answers', null])
    assert.ok(found('approv').length > 0)
    assert.deepEqual(
      found('misfirePolicy')
        .map(([slug]) => slug)
        .sort(),
      ['nightly-report', 'reference-triggers'],
    )
    assert.deepEqual(found('xylophones'), [])
    assert.deepEqual(found(' '), [])
  })
})
