import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { tarball } from '../../../test/tarball.ts'
import { systemScope } from '../../kernel/scope.ts'
import { json, startService } from './testing.ts'

const bundleOf = (result: string) => `
  exports.lamp = {
    displayName: 'Lamp', description: 'Lights', categories: ['PRODUCTIVITY'], getContextInfo: () => ({}),
    auth: { type: 'SECRET_TEXT', displayName: 'Key', required: true },
    actions: () => ({ light: { name: 'light', displayName: 'Light', description: '', requireAuth: false,
      props: { room: { type: 'SHORT_TEXT', displayName: 'Room', required: true },
        hue: { type: 'SHORT_TEXT', displayName: 'Hue', required: false },
        at: { type: 'SHORT_TEXT', displayName: 'At', required: false } },
      run: async (ctx) => { await ctx.store.put('room', ctx.propsValue.room, 'COLLECTION'); return ${result} } } }),
    triggers: () => ({}),
  }`

const packageOf = (bundle: string) =>
  tarball([
    { path: 'package/package.json', content: '{}' },
    { path: 'package/src/index.js', content: bundle },
  ])

type Offered = { bytes: Buffer; integrity?: string; more?: object }

let app: TestApp
let project: TestProject
let registry: Awaited<ReturnType<typeof startService>>
const offered = new Map<string, Offered>()
const cleaners: (() => Promise<void>)[] = []

before(async () => {
  registry = await startService({ after: (work) => void cleaners.push(work) }, ({ url }, response) => {
    const [, name = '', isTarball] = /^\/(?:@activepieces%2f)?(piece-[a-z-]+)(\.tgz)?$/.exec(url) ?? []
    const found = offered.get(name)
    if (!found) return void response.writeHead(404).end()
    if (isTarball) return void response.end(found.bytes)
    const integrity = found.integrity ?? `sha512-${createHash('sha512').update(found.bytes).digest('base64')}`
    const dist = { tarball: `${registry.url}/${name}.tgz`, integrity }
    const version = { version: '1.2.3', main: './src/index.js', dependencies: {}, dist, ...found.more }
    json(response, { 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } })
  })
  app = await startTestApp({ allowPrivate: '127.0.0.1/32', npmRegistry: registry.url })
  project = await app.newProject()
})
after(async () => {
  await app.stop()
  for (const clean of cleaners) await clean()
})

const install = (name: string, more: object = {}) =>
  project.admin.post('/api/v1/toolkits/install', { package: `@activepieces/${name}`, ...more })

async function light() {
  const { provider } = app.app.pieces
  const tool = (await provider.findTool('lamp_light'))!
  const toolkit = (await provider.findToolkit('lamp'))!
  return provider.execute({
    scope: systemScope(project.id),
    toolkit,
    tool,
    arguments: { room: 'hall' },
    credentials: null,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    idempotencyKey: 'a',
    saveFile: async () => '',
  })
}

describe('POST /api/v1/toolkits/install', () => {
  it('200 takes one tarball, lists the toolkit and runs its tools', async () => {
    offered.set('piece-lamp', { bytes: packageOf(bundleOf(`'lit'`)) })
    const response = await install('piece-lamp')
    assert.equal(response.status, 200, response.text)
    assert.deepEqual(
      [response.body.data.slug, response.body.data.version, response.body.data.toolCount],
      ['lamp', '1.2.3', 1],
    )
    const listed = await project.member.get('/api/v1/toolkits/byId/lamp')
    assert.deepEqual([listed.body.data.name, listed.body.data.isInstalled], ['Lamp', true])
    const tool = await project.member.get('/api/v1/tools/byId/lamp_light')
    assert.deepEqual(Object.keys(tool.body.data.inputParameters.properties), ['room', 'hue', 'at'])
    const outcome = await light()
    assert.deepEqual(outcome.successful && outcome.data, 'lit')
  })

  it('200 takes the place of what was installed before', async () => {
    offered.set('piece-lamp', { bytes: packageOf(bundleOf(`'brighter'`)) })
    assert.equal((await install('piece-lamp', { version: '1.2.3' })).status, 200)
    const outcome = await light()
    assert.deepEqual(outcome.successful && outcome.data, 'brighter')
    const all = await project.admin.get('/api/v1/toolkits/installed')
    assert.deepEqual(
      all.body.data.map(({ slug }: { slug: string }) => slug),
      ['lamp'],
    )
  })

  it('200 gives a piece another slug when the product has one of that name', async () => {
    offered.set('piece-wordpress', { bytes: packageOf(bundleOf('1')) })
    const response = await install('piece-wordpress')
    assert.equal(response.body.data?.slug, 'wordpress-piece', response.text)
  })

  const bad: [string, Offered][] = [
    ['another digest', { bytes: packageOf(bundleOf('1')), integrity: `sha512-${btoa('x'.repeat(64))}` }],
    ['no digest', { bytes: packageOf(bundleOf('1')), integrity: 'sha1-abc' }],
    ['dependencies', { bytes: packageOf(bundleOf('1')), more: { dependencies: { axios: '1' } } }],
    ['a script', { bytes: packageOf(bundleOf('1')), more: { scripts: { postinstall: 'x' } } }],
    ['a path that leads out', { bytes: tarball([{ path: 'package/../../x', content: 'x' }]) }],
    ['a link', { bytes: tarball([{ path: 'package/src/index.js', content: '', type: '2' }]) }],
    ['no archive', { bytes: Buffer.from('not an archive') }],
    ['no main file', { bytes: tarball([{ path: 'package/package.json', content: '{}' }]) }],
    ['no piece in it', { bytes: packageOf('exports.x = 1') }],
    ['a bundle that does not end', { bytes: packageOf('process.exit(1)') }],
  ]
  for (const [what, offer] of bad) {
    it(`400 ${what}`, async () => {
      offered.set('piece-bad', offer)
      const response = await install('piece-bad')
      assert.deepEqual([response.status, response.body.error?.code], [400, 'invalid_piece'], response.text)
      assert.equal(await app.app.pieces.provider.findToolkit('bad'), null)
    })
  }

  it('400, 403, 404 for other packages, members and what is not there', async () => {
    const other = await project.admin.post('/api/v1/toolkits/install', { package: 'left-pad' })
    assert.equal(other.status, 400)
    const member = await project.member.post('/api/v1/toolkits/install', {
      package: '@activepieces/piece-lamp',
    })
    assert.equal(member.status, 403)
    const tenant = await app.newProject()
    for (const [path, body] of [
      ['install', { package: '@activepieces/piece-lamp' }],
      ['uninstall', { slug: 'lamp' }],
    ] as const) {
      const refused = await tenant.admin.post(`/api/v1/toolkits/${path}`, body)
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'operator_only'])
    }
    assert.equal((await install('piece-absent')).body.error.code, 'piece_not_found')
    assert.equal((await install('piece-lamp', { version: '9.9.9' })).body.error.code, 'piece_not_found')
  })
})

describe('what a piece stores', () => {
  it('belongs to one user, is exported with the user, and goes with the user', async () => {
    const userData = app.app.pieces.userData[0]!
    const scope = systemScope(project.id)
    await light()
    const lines = await Array.fromAsync(userData.export(app.db, scope, project.id))
    assert.deepEqual(lines, [
      { type: 'piece_value', piece: 'lamp', place: 'shared', key: 'room', value: 'hall' },
    ])
    await app.db.tx((tx) => userData.erase(tx, scope, project.id))
    assert.deepEqual(await Array.fromAsync(userData.export(app.db, scope, project.id)), [])
  })
})

describe('POST /api/v1/toolkits/uninstall', () => {
  it('200 removes it for everyone; 404 when it was not installed', async () => {
    const remove = () => project.admin.post('/api/v1/toolkits/uninstall', { slug: 'lamp' })
    assert.equal((await remove()).status, 200)
    assert.equal((await project.member.get('/api/v1/toolkits/byId/lamp')).status, 404)
    assert.equal((await remove()).status, 404)
    const shipped = await project.admin.post('/api/v1/toolkits/uninstall', { slug: 'notion' })
    assert.equal(shipped.status, 404)
  })
})
