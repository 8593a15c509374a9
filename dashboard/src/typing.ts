type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Whether a key is for an input method that composes a word of several keys. Safari ends the composition before it reports
 * the key that ended it: such a key has the code 229.
 */
export const isForInputMethod = ({ isComposing, keyCode }: Key): boolean => isComposing || keyCode === 229

/** Gives a text area the height of its text where `field-sizing` does not: Safari has it since 26.2. */
export function fitToText(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = '0'
  // Nothing is as high as nothing while the area is hidden.
  area.style.height = area.scrollHeight === 0 ? '' : `${area.scrollHeight}px`
}
