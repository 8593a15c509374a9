import assert from 'node:assert/strict'
import { it } from 'node:test'
import { placeMenu } from './menu-position.ts'

const screen = { width: 400, height: 600 }
const menu = { width: 200, height: 180 }
const anchorAt = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 30 })

it('opens below, aligned with the given side', () => {
  assert.deepEqual(placeMenu(anchorAt(100, 50), menu, screen, 'start'), {
    left: 100,
    top: 84,
    maxHeight: 508,
  })
  assert.equal(placeMenu(anchorAt(300, 50), menu, screen, 'end').left, 140)
})

it('opens above where there is more space, and stays on the screen', () => {
  assert.equal(placeMenu(anchorAt(100, 550), menu, screen, 'start').top, 550 - 4 - 180)
  assert.equal(placeMenu(anchorAt(390, 50), menu, screen, 'start').left, 400 - 8 - 200)
  assert.equal(placeMenu(anchorAt(0, 50), menu, screen, 'end').left, 8)
})

it('is scrolled where it is taller than the available space', () => {
  const placed = placeMenu(anchorAt(0, 300), { width: 200, height: 900 }, screen, 'start')
  assert.deepEqual([placed.top, placed.maxHeight], [8, 288])
})
