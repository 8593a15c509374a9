import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tarball } from '../../../server/test/tarball.ts'

/** A piece whose fields are known to its service alone: lamps by room, and what can be set on a lamp. */
const bundleOf = (greeting: string) => `
  const rooms = { hall: ['Ceiling', 'Door'], kitchen: ['Stove'] }
  const fromService = (type, more) => ({ type, displayName: '', description: '', required: true, ...more })
  exports.lamps = {
    displayName: 'House lamps', description: 'Switches the lamps of a house.', categories: ['PRODUCTIVITY'],
    getContextInfo: () => ({}),
    auth: { type: 'SECRET_TEXT', displayName: 'House key', required: true },
    actions: () => ({ light: { name: 'light', displayName: 'Light a lamp', description: 'Lights one lamp.',
      props: {
        room: fromService('DROPDOWN', { displayName: 'Room', refreshers: [], options: async ({ auth }) => {
          if (String(auth?.secret_text ?? auth).includes('wrong')) throw new Error('The house does not know this key')
          return { options: Object.keys(rooms).map((value) => ({ label: 'The ' + value, value })) }
        } }),
        lamp: fromService('DROPDOWN', { displayName: 'Lamp', refreshers: ['room'], options: async ({ room }) =>
          ({ options: (rooms[room] ?? []).map((label) => ({ label, value: room + '/' + label })) }) }),
        colours: fromService('MULTI_SELECT_DROPDOWN', { displayName: 'Colours', required: false, refreshers: [],
          options: async () => ({ options: ['Red', 'Green'].map((label, value) => ({ label, value })) }) }),
        more: fromService('DYNAMIC', { displayName: 'More of it', required: false, refreshers: ['lamp'],
          props: async ({ lamp }) => lamp
            ? { brightness: { type: 'NUMBER', displayName: 'Brightness of ' + lamp, required: true } } : {} }),
      },
      run: async (ctx) => ({ greeting: '${greeting}', ...ctx.propsValue }) } }),
    triggers: () => ({}),
  }`

const name = '@activepieces/piece-house-lamps'
const archives = new Map(
  [
    ['1.0.0', 'lit'],
    ['1.1.0', 'lit brightly'],
  ].map(([version = '', greeting = '']) => [
    version,
    tarball([
      { path: 'package/package.json', content: '{}' },
      { path: 'package/src/index.js', content: bundleOf(greeting) },
    ]),
  ]),
)

/** An npm registry on loopback with one package in it, and one that cannot be used. */
export async function startPieceRegistry() {
  const versionOf = (version: string, archive: Buffer) => ({
    version,
    main: './src/index.js',
    license: 'MIT',
    description: 'Switches the lamps of a house.',
    dependencies: {},
    dist: {
      tarball: `${address()}/${version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
      unpackedSize: 20_480,
    },
  })
  const pages: Record<string, () => unknown> = {
    '/-/v1/search': () => ({
      objects: [name, '@activepieces/piece-heavy'].map((each) => ({
        package: { name: each, version: '1.1.0', description: 'Switches the lamps of a house.' },
      })),
    }),
    [`/${name.replace('/', '%2f')}`]: () => ({
      'dist-tags': { latest: '1.1.0' },
      versions: Object.fromEntries([...archives].map((each) => [each[0], versionOf(...each)])),
    }),
    '/@activepieces%2fpiece-heavy': () => ({
      'dist-tags': { latest: '1.1.0' },
      versions: { '1.1.0': { ...versionOf('1.1.0', Buffer.alloc(1)), dependencies: { axios: '1' } } },
    }),
  }
  const server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0]!
    const archive = archives.get(/^\/(.*)\.tgz$/.exec(path)?.[1] ?? '')
    const page = pages[path]
    if (archive) response.end(archive)
    else if (page) response.setHeader('content-type', 'application/json').end(JSON.stringify(page()))
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await once(server, 'listening')
  return {
    url: address(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
