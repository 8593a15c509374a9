import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { unpackIndex } from '../../tool-search/service/packed-index.ts'
import { categorySlugs } from '../../toolkits/schema/categories.ts'
import * as signing from '../../toolkits/service/sign.ts'
import { openCatalogueFiles } from './catalogue-files.ts'
import { createShippedProvider } from './provider.ts'

const files = openCatalogueFiles()
const provider = createShippedProvider({
  files,
  signing,
  outbound: { request: () => Promise.reject(new Error('nothing is called here')) },
})
after(() => provider.close?.())

describe('the shipped catalogue', () => {
  it('holds well-formed toolkits, each once', async () => {
    const toolkits = await provider.listToolkits()
    assert.ok(toolkits.length > 1400)
    assert.equal(new Set(toolkits.map(({ slug }) => slug)).size, toolkits.length)
    for (const {
      slug,
      name,
      description,
      categories,
      baseUrl,
      authSchemes,
      noAuth,
      describedAt,
    } of toolkits) {
      assert.match(slug, /^[a-z0-9][a-z0-9-]*$/)
      assert.ok(name !== '' && description !== '', slug)
      assert.ok(
        categories.length > 0 && categories.every((each) => categorySlugs.includes(each as never)),
        slug,
      )
      assert.match(baseUrl ?? '', /^https:\/\//, slug)
      assert.equal(noAuth, authSchemes.length === 0, slug)
      assert.ok(
        authSchemes.every(({ allowedHosts }) => allowedHosts.length > 0),
        slug,
      )
      assert.equal(describedAt?.slice(0, 4), '2023')
    }
  })

  it('has the famous services with a way to prove an account', async () => {
    for (const slug of [
      'github',
      'microsoft-graph',
      'openai',
      'telegram',
      'elevenlabs',
      'jira',
      'gmail',
      'stripe',
    ]) {
      const toolkit = await provider.findToolkit(slug)
      assert.ok(toolkit && !toolkit.noAuth, slug)
      assert.ok(toolkit.popularityScore >= 80, slug)
      assert.ok(toolkit.currentUserPath, slug)
    }
    const github = await provider.findToolkit('github')
    const oauth2 = github!.authSchemes.find(({ name }) => name === 'OAUTH2')?.oauth2
    assert.equal(oauth2?.tokenUrl, 'https://github.com/login/oauth/access_token')
    const telegram = await provider.findToolkit('telegram')
    assert.deepEqual(
      telegram!.authSchemes[0]!.connectionFields.map(({ name, isSecret }) => [name, isSecret]),
      [['token', true]],
    )
  })

  it('requires credentials also where descriptions only mention them', async () => {
    const waysOf = async (slug: string) =>
      (await provider.findToolkit(slug))!.authSchemes.map(({ name, placements }) => [
        name,
        ...placements.map((each) => `${each.in} ${each.name}`),
      ])
    assert.deepEqual(await waysOf('exavault'), [['API_KEY', 'header ev-api-key', 'header ev-access-token']])
    assert.deepEqual(await waysOf('hetzner'), [['BEARER_TOKEN', 'header authorization']])
    assert.deepEqual(
      (await waysOf('google-webfonts')).map(([name]) => name),
      ['API_KEY', 'BEARER_TOKEN'],
    )
    const exavault = await provider.listTools('exavault')
    const tool = await provider.findTool(exavault[0]!.slug)
    assert.ok(!('ev-api-key' in (tool!.inputParameters.properties as object)))
    // No one has to prove anything here, and a key of a locked thing is no credential.
    for (const slug of ['parliament-bills', 'dweet']) assert.deepEqual(await waysOf(slug), [])
    const open = (await provider.listToolkits()).filter(({ noAuth }) => noAuth)
    assert.ok(open.length < 280, String(open.length))
  })

  it('lists as many tools as it says, under names that models accept, and the index knows them all', async () => {
    const index = await unpackIndex(await files.searchIndex())
    const indexed = new Set(index.slugs)
    let count = 0
    for (const { slug, toolCount } of await provider.listToolkits()) {
      const tools = await provider.listTools(slug)
      assert.equal(tools.length, toolCount, slug)
      count += toolCount
      for (const tool of tools) {
        assert.match(tool.slug, /^[a-z0-9-]+_[a-z0-9_-]+$/)
        assert.ok(tool.slug.length <= 64 && indexed.has(tool.slug), tool.slug)
      }
    }
    assert.equal(count, indexed.size)
    assert.ok(count > 60_000)
  })

  it('makes schemas that compile, for a tool of every third toolkit', async (t) => {
    // Another third each time: all of them take as long as a hundred other tests.
    const first = Number(process.env.STOA_TEST_SEED ?? Date.now()) % 3
    t.diagnostic(`STOA_TEST_SEED=${first}`)
    const ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      validateSchema: false,
      logger: false,
      code: { optimize: false },
    })
    const faults: string[] = []
    let compiled = 0
    for (const [index, { slug }] of (await provider.listToolkits()).entries()) {
      if (index % 3 !== first) continue
      const tools = await provider.listTools(slug)
      // Another place in every toolkit, so that not only first operations are seen.
      const tool = await provider.findTool(tools[(index * 7) % tools.length]!.slug)
      assert.ok(tool, slug)
      try {
        ajv.compile(tool.inputParameters)
        compiled++
      } catch (error) {
        faults.push(`${tool.slug}: ${error}`)
      }
    }
    assert.deepEqual(faults, [])
    assert.ok(compiled > 460)
  })

  it('opens a large description in another thread', async () => {
    const tool = await provider.findTool('github_issues_create')
    assert.deepEqual((tool!.inputParameters as { required: string[] }).required.toSorted(), [
      'owner',
      'repo',
      'title',
    ])
    assert.equal(tool!.noAuth, false)
    assert.equal(tool!.popularityScore, 100)
  })

  it('reads rows into as much memory as they need, since many of them are cached', async () => {
    const { bySlug } = await files.toolkits()
    for (const toolkit of [...bySlug.values()].slice(0, 50)) {
      const rows = await files.toolRows(toolkit)
      assert.equal(rows.length, toolkit.tools.opened)
      assert.equal(rows.buffer.byteLength, rows.length)
    }
  })

  it('knows nothing of what is not there', async () => {
    assert.equal(await provider.findTool('github_no_such_tool'), null)
    assert.equal(await provider.findTool('no-such-toolkit_tool'), null)
    assert.equal(await provider.findToolkit('no-such-toolkit'), null)
    assert.deepEqual(await provider.listTools('no-such-toolkit'), [])
  })
})
