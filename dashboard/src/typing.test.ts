import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { fitToText, isForInputMethod } from './typing.ts'

describe('a key of an input method', () => {
  it('is one during a composition, and in Safari the one that ends it', () => {
    assert.equal(isForInputMethod({ isComposing: true, keyCode: 13 }), true)
    assert.equal(isForInputMethod({ isComposing: false, keyCode: 229 }), true)
    assert.equal(isForInputMethod({ isComposing: false, keyCode: 13 }), false)
  })
})

describe('the height of a text area', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'CSS')
  afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'CSS', before)
    else Reflect.deleteProperty(globalThis, 'CSS')
  })
  const heightIn = (hasFieldSizing: boolean, scrollHeight: number) => {
    Object.defineProperty(globalThis, 'CSS', {
      configurable: true,
      value: { supports: () => hasFieldSizing },
    })
    const area = { scrollHeight, style: { height: '' } } as HTMLTextAreaElement
    fitToText(area)
    return area.style.height
  }

  it('is that of its text, where the browser does not do that itself', () => {
    assert.equal(heightIn(false, 90), '90px')
    assert.equal(heightIn(true, 90), '')
  })

  it('is left alone while it is hidden', () => {
    assert.equal(heightIn(false, 0), '')
  })
})
