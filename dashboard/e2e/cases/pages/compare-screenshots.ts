import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { compareScreenshots } from '../../../scripts/shots/compare-screenshots.ts'
import { openTestBrowser } from '../../harness/browser.ts'

const testBrowser = openTestBrowser()

describe('screenshots of two runs', () => {
  it('are compared: what changed, came or went is listed, and what looks the same is not', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-screenshots-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const [before, after] = [join(folder, 'before'), join(folder, 'after')]
    await Promise.all([mkdir(before), mkdir(after)])
    const page = await testBrowser.signedIn('/usage')
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    await page.screenshot({ path: join(before, 'same.png') })
    for (const name of ['changed', 'gone'])
      await copyFile(join(before, 'same.png'), join(before, `${name}.png`))
    await copyFile(join(before, 'same.png'), join(after, 'same.png'))
    await page.evaluate("document.querySelector('nav.sidebar').style.visibility = 'hidden'")
    for (const name of ['changed', 'new']) await page.screenshot({ path: join(after, `${name}.png`) })

    const changes = await compareScreenshots(await page.context().newPage(), before, after)
    assert.deepEqual(changes.map(({ name }) => name).sort(), ['changed.png', 'gone.png', 'new.png'])
    const { share } = changes.find(({ name }) => name === 'changed.png')!
    assert.ok(share > 0.005 && share < 0.5, `${share} of the image`)
  })
})
