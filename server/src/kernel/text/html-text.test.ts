import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHtml } from './html-text.ts'

test('the readable text, with its title and links', async () => {
  const html =
    '<title> A &eacute; </title><h1>Hi</h1><p>one<br>two</p><a title="a>b" href=/x>Go <b>on</b></a>'
  assert.deepEqual(await readHtml(html, 'https://a.test/y'), {
    text: 'Hi\n\none\ntwo\n\nGo on',
    title: 'A é',
    links: [{ href: 'https://a.test/x', text: 'Go on' }],
  })
  const table = '<table><tr><th>a<th>b<tr><td>1<td>2</table><svg><title>no</title></svg><script>x</script>'
  assert.deepEqual(await readHtml(table), { text: 'a\tb\n\n1\t2', title: null, links: [] })
})

test('pages that are made to be slow or deep are read like others', async () => {
  const pages = {
    nested: `${'<div>'.repeat(200_000)}end`,
    cells: `<table><tr>${'<td>'.repeat(200_000)}end`,
    scripts: `${'<script></script>'.repeat(50_000)}end`,
    formatting: `${'<b><i><u><a href=x>'.repeat(20_000)}end`,
    unclosed: `end<a href="${'<'.repeat(500_000)}`,
  }
  for (const [name, html] of Object.entries(pages)) assert.equal((await readHtml(html)).text, 'end', name)
})
