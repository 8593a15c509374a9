const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the modifier is written on the keyboard of this machine. */
export const commandKey = isApple ? '⌘' : 'Ctrl'
export const paletteKeys = isApple ? '⌘K' : 'Ctrl K'
