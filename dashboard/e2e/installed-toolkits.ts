import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { seriousFindings } from './axe.ts'
import { connectLamps, lampsSlug } from './seed-desk.ts'
import { apiKey, baseUrl, openStage, settled } from './stage.ts'
import { asTenant } from './told-otherwise.ts'

const stoa = createStoa({ baseUrl, apiKey })
const stage = openStage()

const result = (page: Page) => page.getByLabel('Result as a tree')
const option = (page: Page, name: string) => page.getByRole('option', { name })

describe('toolkits of the registry', () => {
  after(async () => {
    await stoa.post('/api/v1/toolkits/uninstall', { body: { slug: lampsSlug } }).catch(() => undefined)
  })

  it('are found, looked at, installed, and changed for another version', async () => {
    const page = await stage.signedIn('/installed-toolkits')
    await page.getByText('Nothing is installed yet').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('lamps')
    await page.getByRole('button', { name: /heavy/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('it depends on other packages').waitFor()
    assert.equal(await dialog.getByRole('button', { name: /^Install/ }).isDisabled(), true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /house-lamps/ }).click()
    await dialog.getByText('MIT').waitFor()
    await dialog.getByText('20 KB').waitFor()
    await dialog.getByLabel('Version').selectOption('1.0.0')
    assert.deepEqual(await seriousFindings(page), [])
    await dialog.getByRole('button', { name: 'Install 1.0.0' }).click()
    await page.getByText('house-lamps 1.0.0 is installed: 1 tool').waitFor()
    await page.getByText('1.0.0 is installed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Actions for house-lamps' }).click()
    await page.getByRole('menuitem', { name: 'Another version' }).click()
    await dialog.getByRole('button', { name: 'Change to 1.1.0' }).click()
    await page.getByText('house-lamps 1.1.0 is installed: 1 tool').waitFor()
    await settled(page)
    assert.deepEqual(await seriousFindings(page), [])
  })

  it('have fields whose choices the service knows, by account and by what was chosen before', async () => {
    await connectLamps(stoa, 'lamp-owner', 'the right key', 'Mine')
    await connectLamps(stoa, 'lamp-guest', 'a wrong key', 'Not mine')
    const page = await stage.signedIn('/tools/house-lamps_light')
    const room = page.getByLabel('Room *')
    await room.click()
    await page.getByText('is not connected for this end user').waitFor()
    await page.getByLabel('Run as end user').fill('lamp-guest')
    await room.click()
    await page.getByText('does not know this key').waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByLabel('Run as end user').fill('lamp-owner')
    const lamp = page.getByLabel('Lamp *')
    await lamp.click()
    await page.getByText('fill in room first').waitFor()
    await page.keyboard.press('Escape')
    await room.fill('hall')
    await option(page, 'The hall').waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await room.inputValue(), 'The hall')
    await lamp.click()
    await option(page, 'Door').click()
    assert.equal(await lamp.inputValue(), 'Door')
    // A lamp of the hall is none of the kitchen.
    await room.click()
    await option(page, 'The kitchen').click()
    assert.equal(await lamp.inputValue(), '')
    await lamp.click()
    await option(page, 'Stove').click()
    await page.getByLabel('Colours', { exact: true }).click()
    await option(page, 'Green').click()
    await page.getByRole('button', { name: 'Remove Green' }).waitFor()
    await page.getByRole('button', { name: 'Ask the service for its fields' }).click()
    await page.getByLabel('Brightness of kitchen/Stove *').fill('7')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await result(page).getByText('kitchen/Stove').waitFor()
    await result(page).getByText('lit brightly').waitFor()
    await result(page).getByText('brightness').waitFor()
    await lamp.fill('cellar/by hand')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await result(page).getByText('cellar/by hand').waitFor()
  })

  it('are seen by admins of other people’s servers, who choose none', async () => {
    const page = await stage.signedIn()
    await asTenant(page)
    await page.goto(`${baseUrl}/installed-toolkits?q=lamps`)
    await page.getByText('Whoever runs this server installs toolkits').waitFor()
    await page.getByRole('link', { name: 'house-lamps' }).waitFor()
    assert.equal(await page.getByRole('searchbox').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Actions for house-lamps' }).count(), 0)
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByRole('link', { name: 'house-lamps' }).click()
    await page.getByText('Installed', { exact: true }).first().waitFor()
  })

  it('are removed after a question', async () => {
    const page = await stage.signedIn('/installed-toolkits')
    await page.getByRole('button', { name: 'Actions for house-lamps' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove toolkit' }).click()
    await page.getByText('Nothing is installed yet').waitFor()
  })
})
