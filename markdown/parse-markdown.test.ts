import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseInline, parseMarkdown } from './parse-markdown.ts'

const kinds = (source: string) => parseMarkdown(source).map(({ kind }) => kind)

describe('markdown of a model', () => {
  it('knows headings, lists, quotes, rules and code', () => {
    const source = '# One\ntext\nmore\n\n- a\n- b\n\n1. c\n> said\n\n---\n```js\nlet x = 1\n```\nend'
    assert.deepEqual(kinds(source), [
      'heading',
      'paragraph',
      'list',
      'list',
      'quote',
      'rule',
      'code',
      'paragraph',
    ])
    assert.deepEqual(parseMarkdown('```js\nlet x = 1\n```'), [
      { kind: 'code', language: 'js', text: 'let x = 1' },
    ])
  })

  it('knows tables by their line of dashes, and fills up short rows', () => {
    const [table, after] = parseMarkdown('| a | b |\n|---|--:|\n| **1** | x \\| y |\n| 2 |\n\nend')
    assert.deepEqual(table, {
      kind: 'table',
      head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
      aligns: [undefined, 'end'],
      rows: [
        [[{ kind: 'strong', text: '1' }], [{ kind: 'text', text: 'x | y' }]],
        [[{ kind: 'text', text: '2' }], [{ kind: 'text', text: '' }]],
      ],
    })
    assert.equal(after?.kind, 'paragraph')
    assert.deepEqual(kinds('a | b\nno dashes'), ['paragraph'])
    assert.deepEqual(kinds('| a | b |\n|---|'), ['paragraph'])
  })

  it('takes an open fence to the end while the response is still streaming', () => {
    assert.deepEqual(parseMarkdown('```\n# no heading\n'), [
      { kind: 'code', language: '', text: '# no heading\n' },
    ])
  })

  it('knows words with a mark and links, and leaves images and markup the text they are', () => {
    assert.deepEqual(parseInline('a **b** `c*d*` *e*'), [
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'c*d*' },
      { kind: 'text', text: ' ' },
      { kind: 'em', text: 'e' },
    ])
    const risky = '![x](https://evil.example/p.png) <img src=x onerror=alert(1)> 2*3*4'
    assert.deepEqual(parseInline(risky), [{ kind: 'text', text: risky }])
    assert.deepEqual(parseInline('[y](javascript:1)'), [
      { kind: 'link', text: 'y', href: 'javascript:1', source: '[y](javascript:1)' },
    ])
  })

  it('loses no character of plain text', () => {
    assert.deepEqual(parseMarkdown('one\ntwo'), [
      { kind: 'paragraph', lines: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]] },
    ])
    assert.deepEqual(parseMarkdown(''), [])
  })
})
