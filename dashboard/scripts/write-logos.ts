/**
 * Writes the logos of services, `src/features/toolkits/logos/logos.json`, from two packages of drawings under CC0 (named
 * in NOTICE with what holds for trademarks). They are fetched for the occasion and are no dependencies of the product;
 * the same sources give the same bytes.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { unpackSource } from '../../server/scripts/packed-source.ts'
import type { Logo, Logos } from '../src/features/toolkits/logos/logo.ts'
import { contrastOf, isGrey, legibleOn } from './logos/contrast.ts'
import { families, fromSvgLogos, homonyms, popular, publishers } from './logos/services.ts'

const repository = join(import.meta.dirname, '../..')
const target = join(import.meta.dirname, '../src/features/toolkits/logos/logos.json')
const sources = {
  simpleIcons: {
    spec: 'simple-icons@16.37.0',
    sha512: '8mCJIhpMYOL9g13GW59EiL3sVXJnTEKGCTZFaekl9UQ3Qo0SwVjnLaJ82QiaH8BKBdouEDzrHMXIWh8cBIy48A==',
  },
  svgLogos: {
    spec: '@iconify-json/logos@1.2.18',
    sha512: 'Qehd7RmUbYM4LSXNHFqulgvmdmqldOxQ3VDbCmzos5IGlo40+cChVdX7GnG9VODBU0H3+Bb8npYOkplooJZvtQ==',
  },
}

// What a tile is filled with, in both themes (tokens.css), and a little more than WCAG asks of graphics.
const [light, dark] = ['#ffffff', '#15181e'] as const
const graphicsContrast = 3.2
// A drawing of several colours is a whole: only what would not be seen at all is changed.
const partContrast = 1.4
// Two drawings have so many details that they would be a tenth of the file.
const maxCharacters = 6000

/** Black logos are white in the dark, as their owners draw them; a grey between the two would look switched off. */
const fillOn = (background: string, text: string, hex: string, minContrast: number): string =>
  isGrey(hex) && contrastOf(hex, background) < minContrast ? text : legibleOn(background, hex, minContrast)

const fillOf = (hex: string, minContrast: number): string => {
  const colour = `#${hex.replace('#', '').toLowerCase()}`
  const [onLight, onDark] = [
    fillOn(light, '#15181e', colour, minContrast),
    fillOn(dark, '#e7e9ee', colour, minContrast),
  ]
  return onLight === onDark ? onLight : `light-dark(${onLight}, ${onDark})`
}

type SimpleIcon = { title: string; slug?: string; hex: string; license?: object }

function readSimpleIcons(dir: string): Map<string, () => Logo> {
  const icons: SimpleIcon[] = JSON.parse(readFileSync(join(dir, 'data/simple-icons.json'), 'utf8'))
  // Drawings with a licence of their own are left out: it would have to come with the file.
  const free = icons.filter(({ license }) => license === undefined)
  return new Map(
    free.map(({ title, slug = nameOf(title), hex }) => [
      slug,
      () => {
        const svg = readFileSync(join(dir, 'icons', `${slug}.svg`), 'utf8')
        const d = /<path d="([^"]+)"/.exec(svg)?.[1]
        if (d === undefined) throw new Error(`${slug}.svg has no path`)
        return { box: '0 0 24 24', paths: [{ fill: fillOf(hex, graphicsContrast), d }] }
      },
    ]),
  )
}

type SvgLogos = {
  width: number
  height: number
  icons: Record<string, { body: string; width?: number; height?: number }>
}

/** Only paths with plain fills: what has gradients or masks would need ids, of which a page must not have two. */
function readSvgLogo(all: SvgLogos, name: string): Logo {
  const icon = all.icons[name]
  if (!icon) throw new Error(`SVG Logos has no ${name}`)
  const { body, width = all.width, height = all.height } = icon
  const elements = body.match(/<[^>]+>/g) ?? []
  const paths = elements.map((element) => {
    const d = /^<path [^>]*\bd="([^"]+)"/.exec(element)?.[1]
    const fill = /\bfill="(#\w{6}|#\w{3})"/.exec(element)?.[1] ?? '#000000'
    if (d === undefined) throw new Error(`${name} has more than paths: ${element.slice(0, 60)}`)
    return { fill: fillOf(sixDigits(fill), elements.length === 1 ? graphicsContrast : partContrast), d }
  })
  const side = Math.max(width, height)
  return { box: `${(width - side) / 2} ${(height - side) / 2} ${side} ${side}`, paths }
}

const sixDigits = (hex: string): string =>
  hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex

const nameOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The slugs of every toolkit that the product ships. */
function knownSlugs(): string[] {
  const packed = readFileSync(join(repository, 'server/catalogue/toolkits.json.zst'))
  const catalogue: { toolkits: { entry: { slug: string } }[] } = JSON.parse(
    zstdDecompressSync(packed).toString(),
  )
  const pieces: { toolkit: { slug: string } }[] = JSON.parse(
    readFileSync(join(repository, 'server/src/areas/pieces/catalogue/pieces.json'), 'utf8'),
  )
  return [...catalogue.toolkits.map(({ entry }) => entry), ...pieces.map(({ toolkit }) => toolkit)].map(
    ({ slug }) => slug,
  )
}

function collect(workDir: string): Logos {
  const icons = readSimpleIcons(unpackSource(workDir, 'simple-icons', sources.simpleIcons))
  const svgLogos: SvgLogos = JSON.parse(
    readFileSync(join(unpackSource(workDir, 'svg-logos', sources.svgLogos), 'icons.json'), 'utf8'),
  )
  const ofSvgLogos = Object.entries(fromSvgLogos).map(([name, source]) => [
    name,
    readSvgLogo(svgLogos, source),
  ])
  const names = [...knownSlugs().map(nameOf), ...popular, ...publishers, ...Object.values(families)]
  const ofSimpleIcons = names
    .filter((name) => icons.has(name) && !(name in fromSvgLogos) && !homonyms.includes(name))
    .map((name): [string, Logo] => [name, icons.get(name)!()])
    .filter(([, { paths }]) => paths[0]!.d.length <= maxCharacters)
  const logos: Record<string, Logo> = Object.fromEntries([...ofSvgLogos, ...ofSimpleIcons].sort(byName))
  const prefixes = { ...Object.fromEntries(publishers.map((name) => [name, name])), ...families }
  return {
    prefixes: Object.fromEntries(
      Object.entries(prefixes)
        .filter(([, logo]) => logo in logos)
        .sort(byName),
    ),
    logos,
  }
}

const byName = ([one]: (string | unknown)[], [other]: (string | unknown)[]): number =>
  String(one) < String(other) ? -1 : 1

const workDir = mkdtempSync(join(tmpdir(), 'stoa-logos-'))
try {
  writeFileSync(target, `${JSON.stringify(collect(workDir))}\n`)
} finally {
  rmSync(workDir, { recursive: true, force: true })
}
