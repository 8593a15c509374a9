import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { json, startService } from './testing.ts'

const version = (more: object = {}) => ({
  version: '1.2.0',
  description: 'Lights',
  license: 'MIT',
  dependencies: {},
  dist: { tarball: 'http://127.0.0.1/x.tgz', integrity: 'sha512-x', unpackedSize: 4321 },
  ...more,
})
const packages: Record<string, object> = {
  'piece-lamp': { 'dist-tags': { latest: '1.2.0' }, versions: { '1.0.0': version(), '1.2.0': version() } },
  'piece-heavy': {
    'dist-tags': { latest: '1.2.0' },
    versions: { '1.2.0': version({ license: {}, dependencies: { axios: '1' }, dist: {} }) },
  },
}

let app: TestApp
let project: TestProject
let canSearch = true
const requested: string[] = []
const cleaners: (() => Promise<void>)[] = []

before(async () => {
  const registry = await startService({ after: (work) => void cleaners.push(work) }, ({ url }, response) => {
    requested.push(url)
    if (url.startsWith('/-/v1/search') && canSearch) {
      const names = ['@activepieces/piece-lamp', 'lamp-of-somebody-else']
      const objects = names.map((name) => ({ package: { name, version: '1.2.0', description: 'Lights' } }))
      return json(response, { objects })
    }
    const found = packages[url.replace('/@activepieces%2f', '')]
    return found ? json(response, found) : void response.writeHead(404).end()
  })
  app = await startTestApp({ allowPrivate: '127.0.0.1/32', npmRegistry: registry.url })
  project = await app.newProject()
})
after(async () => {
  await app.stop()
  for (const clean of cleaners) await clean()
})

describe('GET /api/v1/toolkits/offered', () => {
  it('200 lists the pieces that the registry finds, and nothing else', async () => {
    const response = await project.admin.get('/api/v1/toolkits/offered?q=Lamp%20light')
    assert.deepEqual(response.body.data, [
      {
        package: '@activepieces/piece-lamp',
        version: '1.2.0',
        description: 'Lights',
        installedVersion: null,
      },
    ])
    assert.match(decodeURIComponent(requested.at(-1)!), /text=@activepieces\/piece-lamp-light&/)
  })

  it('200 finds whole names where the registry cannot search', async (t) => {
    canSearch = false
    t.after(() => {
      canSearch = true
    })
    const found = await project.admin.get('/api/v1/toolkits/offered?q=lamp')
    assert.equal(found.body.data[0]?.package, '@activepieces/piece-lamp', found.text)
    for (const none of ['lantern', '../../other', ''])
      assert.deepEqual(
        (await project.admin.get(`/api/v1/toolkits/offered?q=${encodeURIComponent(none)}`)).body.data,
        [],
      )
  })

  it('403 for others than admins, and for admins of other projects; the registry is not queried', async () => {
    const tenant = await app.newProject()
    const before = requested.length
    assert.equal((await project.member.get('/api/v1/toolkits/offered?q=lamp')).status, 403)
    for (const path of ['offered?q=lamp', 'offered/details?package=@activepieces/piece-lamp']) {
      const refused = await tenant.admin.get(`/api/v1/toolkits/${path}`)
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'operator_only'])
    }
    assert.equal(requested.length, before)
  })
})

describe('GET /api/v1/toolkits/offered/details', () => {
  const details = (name: string) =>
    project.admin.get(`/api/v1/toolkits/offered/details?package=${encodeURIComponent(name)}`)

  it('200 returns licence, size and versions, the newest first', async () => {
    const { license, sizeBytes, versions, isInstallable } = (await details('@activepieces/piece-lamp')).body
      .data
    assert.deepEqual([license, sizeBytes, versions, isInstallable], ['MIT', 4321, ['1.2.0', '1.0.0'], true])
  })

  it('200 returns why a package cannot be installed', async () => {
    const { license, sizeBytes, isInstallable, reason } = (await details('@activepieces/piece-heavy')).body
      .data
    assert.deepEqual([license, sizeBytes, isInstallable], [null, null, false])
    assert.match(reason, /depends on other packages/)
  })

  it('404 and 400 for what is not there or no piece', async () => {
    assert.equal((await details('@activepieces/piece-none')).status, 404)
    assert.equal((await details('@activepieces/../secret')).status, 400)
  })
})
