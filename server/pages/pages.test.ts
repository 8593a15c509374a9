import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readPages } from '../src/kernel/http/pages/pages.ts'

const folder = new URL('./', import.meta.url)
const read = (name: string) => readFile(new URL(name, folder), 'utf8')
const served = readPages(fileURLToPath(folder))
/** As the server sends it: in the frame that messages share. */
const page = (name: string) => served.get(`/pages/${name}`)!.body.toString()

// Pages that are written again for every visitor.
const writtenPages = [
  '../src/areas/browsers/routes/views.ts',
  '../src/areas/connections/service/hosted/pages.ts',
  '../src/areas/embed/service/page.ts',
]

describe('a server without a built dashboard', () => {
  it('says so where the dashboard and the API reference would be', () => {
    const addresses = ['/', '/setup', '/docs', '/guide']
    for (const address of addresses)
      assert.match(served.get(address)!.body.toString(), /The dashboard is not built/, address)
    const built = readPages(fileURLToPath(folder), { paths: addresses, assets: new Map() })
    assert.deepEqual(
      [...built.keys()].filter((address) => !address.startsWith('/pages/')),
      [],
    )
  })
})

describe('the font', () => {
  const styles = ['/pages/style.css', '/pages/shared-chat.css']

  it('is the file of the dashboard, and of the system where that is not built', () => {
    const file = '/assets/inter-latin-wght-normal-1a2b.woff2'
    const assets = new Map([
      ['/assets/app-1a2b.js', null],
      [file, null],
    ])
    const built = readPages(fileURLToPath(folder), { paths: [], assets })
    for (const path of styles) {
      assert.ok(built.get(path)!.body.toString().includes(`url("${file}")`), path)
      assert.ok(!served.get(path)!.body.toString().includes('@font-face'), path)
    }
  })
})

describe('the files', () => {
  const pages = ['unbuilt.html', 'not-found.html']
  let names: string[] = []
  before(async () => {
    names = (await readdir(folder, { recursive: true })).filter(
      (name) => /\.\w+$/.test(name) && !name.endsWith('.test.ts'),
    )
  })
  const named = (suffix: string) => names.filter((name) => name.endsWith(suffix))

  it('are all of a kind that the server has a content type for', () => {
    assert.deepEqual(
      names.filter((name) => !/\.(html|css|js|svg)$/.test(name)),
      [],
    )
  })

  it('refer only to what exists under /pages/ and to pages and documents of this server', async () => {
    for (const name of pages) {
      const html = page(name)
      const addresses = [...html.matchAll(/\s(?:src|href|action|srcset|poster|data)="([^"]*)"/g)].map(
        (match) => match[1]!,
      )
      assert.ok(addresses.length > 5, name)
      for (const address of addresses) {
        if (address.startsWith('/pages/'))
          assert.ok(names.includes(address.slice('/pages/'.length)), `${name}: ${address}`)
        else assert.match(address, /^(\/|\/docs|\/api\/v1\/openapi\.json)$/, name)
      }
    }
  })

  it('have no script, style or handler inside the markup', async () => {
    for (const name of pages) {
      const html = page(name)
      assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|javascript:/i, name)
      for (const [, attributes, content] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
        assert.match(attributes!, /src="\/pages\//, name)
        assert.equal(content!.trim(), '', name)
      }
    }
  })

  it('name no other host', async () => {
    for (const name of names) {
      const text = (await read(name)).replaceAll('http://www.w3.org/2000/svg', '')
      assert.doesNotMatch(text, /https?:\/\/|["'(]\/\/[a-z]/i, name)
      if (name.endsWith('.css')) assert.doesNotMatch(text, /@import|url\(/i, name)
    }
  })

  it('never turn text into markup or code', async () => {
    for (const name of named('.js')) {
      const banned =
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|createContextualFragment|srcdoc/
      assert.doesNotMatch(await read(name), banned, name)
    }
  })

  it('are used, every one of them', async () => {
    const reached = new Set<string>()
    for (const name of ['message.html', ...pages]) await collect(name, reached)
    // They name their parts where they are written.
    const written = (await Promise.all(writtenPages.map(read))).join()
    for (const [, name] of written.matchAll(/"\/pages\/([\w.-]+)"/g)) await collect(name!, reached)
    assert.deepEqual(names.filter((name) => !reached.has(name)).sort(), [])
  })

  it('have no style for what is in none of them', async () => {
    const texts = await Promise.all([...named('.html'), ...writtenPages].map(read))
    const used = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/class="([^"]+)"/g)].flatMap(([, classes]) => classes!.split(' ')),
      ),
    )
    const styled = (await Promise.all(named('.css').map(read))).flatMap((css) =>
      [...css.matchAll(/^[^{}]*(?=\{)/gm)].flatMap(([selector]) => [
        ...selector.matchAll(/\.([a-z][\w-]*)/g),
      ]),
    )
    assert.ok(styled.length > 20)
    assert.deepEqual(
      styled.map(([, name]) => name!).filter((name) => !used.has(name)),
      [],
    )
  })
})

/** The file and everything it makes a browser fetch. */
async function collect(name: string, reached: Set<string>): Promise<void> {
  if (reached.has(name)) return
  reached.add(name)
  // Scripts name others by where they are beside them.
  const references = /(?:(?:src|href)="\/pages\/|from '\.\/)([^"']+)/g
  for (const [, next] of (await read(name)).matchAll(references)) await collect(next!, reached)
}

describe('the colours', () => {
  const luminance = (hex: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const contrast = (one: string, other: string) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (light! + 0.05) / (dark! + 0.05)
  }

  it('can be distinguished in light and in dark, as WCAG AA requires', async () => {
    const tokens = new Map<string, string[]>()
    for (const [, name, light, dark] of (await read('style.css')).matchAll(
      /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
    )) {
      tokens.set(name!, [light!, dark!])
    }
    const surfaces = ['bg', 'side', 'raised']
    const pairs: [string, string, number][] = [
      ...['text', 'muted', 'accent', 'good', 'warn', 'bad'].flatMap((ink) =>
        surfaces.map((surface): [string, string, number] => [ink, surface, 4.5]),
      ),
      ['text', 'accent-soft', 4.5],
      ['muted', 'accent-soft', 4.5],
      ['accent', 'accent-soft', 4.5],
      ['good', 'accent-soft', 4.5],
      ['warn', 'accent-soft', 4.5],
      ['bad', 'accent-soft', 4.5],
      ['on-accent', 'accent', 4.5],
      ['on-accent', 'bad', 4.5],
      ['text', 'bad-soft', 4.5],
      ['bad', 'bad-soft', 4.5],
      ['line-strong', 'bg', 3],
    ]
    for (const [ink, surface, least] of pairs) {
      for (const mode of [0, 1]) {
        const ratio = contrast(tokens.get(ink)![mode]!, tokens.get(surface)![mode]!)
        assert.ok(
          ratio >= least,
          `${ink} on ${surface}, ${mode === 0 ? 'light' : 'dark'}: ${ratio.toFixed(2)}`,
        )
      }
    }
  })
})
