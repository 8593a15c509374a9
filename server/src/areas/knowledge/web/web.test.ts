import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin, mayBePage, normalizedAddress } from './addresses.ts'
import { closedRobots, isAllowed, openRobots, parseRobots } from './robots.ts'
import { parseSitemap } from './sitemap.ts'

const at = (path: string) => `https://example.com${path}`

test('addresses lose fragments, credentials and tracking parameters', () => {
  assert.equal(
    normalizedAddress('https://me:pw@Example.com:443/a?utm_source=x&id=1&gclid=2#top'),
    at('/a?id=1'),
  )
  assert.equal(normalizedAddress('../b', at('/x/y/')), at('/x/b'))
  assert.equal(normalizedAddress('javascript:alert(1)'), null)
  assert.ok(isWithin(at('/docs/a'), at('/docs/index.html')))
  assert.ok(!isWithin(at('/docs-old/a'), at('/docs/')))
  assert.ok(!isWithin('https://sub.example.com/docs/a', at('/docs/')))
  assert.deepEqual([mayBePage(at('/logo.PNG')), mayBePage(at('/manual.pdf'))], [false, true])
})

test('robots.txt: the group of our name, the longest rule, wildcards', () => {
  const robots = parseRobots(`# hello
User-agent: *
Disallow: /
User-agent: Stoa
User-agent: other
Disallow: /private # not this
Allow: /private/open
Disallow: /*.pdf$
Disallow:
Crawl-delay: 99
Sitemap: https://example.com/map.xml`)
  assert.deepEqual([robots.delayMs, robots.sitemaps], [10_000, ['https://example.com/map.xml']])
  const allowed = (path: string) => isAllowed(robots, at(path))
  assert.deepEqual(['/', '/private/x', '/private/open/x', '/a.pdf', '/a.pdf?x'].map(allowed), [
    true,
    false,
    true,
    false,
    true,
  ])
  assert.ok(!isAllowed(parseRobots('User-agent: *\nDisallow: /a'), at('/a/b')))
  assert.ok(isAllowed(openRobots, at('/')))
  assert.ok(!isAllowed(closedRobots, at('/')))
  const hostile = { ...openRobots, rules: [{ path: `/${'*a'.repeat(900)}$`, isAllowed: false }] }
  assert.ok(isAllowed(hostile, at(`/${'a'.repeat(800)}b`)))
})

test('sitemaps: pages, other sitemaps, plain text, and no more than 50,000', () => {
  assert.deepEqual(parseSitemap('<urlset><url><loc> https://a.b/?x=1&amp;y=2 </loc></url></urlset>').pages, [
    'https://a.b/?x=1&y=2',
  ])
  assert.deepEqual(
    parseSitemap('<sitemapindex><sitemap><loc>https://a.b/1.xml</loc></sitemap></sitemapindex>').sitemaps,
    ['https://a.b/1.xml'],
  )
  assert.deepEqual(parseSitemap('https://a.b/1\nnothing\nhttps://a.b/2').pages.length, 2)
  assert.equal(parseSitemap('https://a.b/1\n'.repeat(60_000)).pages.length, 50_000)
})
