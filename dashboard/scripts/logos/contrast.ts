type Rgb = readonly [number, number, number]

const parse = (hex: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = hex.match(/\w\w/g)!.map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}
const print = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG between two colours such as `#15181e`. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

// Below this, a colour is not recognised as one.
const greyChroma = 40

/** Whether the colour is black, white or a grey, or nearly so. */
export function isGrey(colour: string): boolean {
  const parts = parse(colour)
  return Math.max(...parts) - Math.min(...parts) < greyChroma
}

/** The colour, or the nearest one towards black or white that stands out from its background. */
export function legibleOn(background: string, colour: string, minContrast: number): string {
  const from = parse(colour)
  const end = luminance(parse(background)) > 0.5 ? 0 : 255
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = print(from.map((part) => part + (end - part) * share) as unknown as Rgb)
    if (contrastOf(mixed, background) >= minContrast) return mixed
  }
  return print([end, end, end])
}
