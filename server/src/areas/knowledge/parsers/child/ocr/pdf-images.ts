import type { DecodedImage, PdfPage } from '../libraries.ts'

// Operations and kinds of pixels as pdf.js numbers them.
const paintImage = 85
const bitPerPixel = 1
const channelsOf: Readonly<Record<number, number>> = { 2: 3, 3: 4 }

/** Smaller ones are logos and lines. */
const minPixels = 90_000

/** The images on a page that are large enough to hold its text, in the order in which they are drawn. */
export async function imagesOf(page: PdfPage): Promise<DecodedImage[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const images: DecodedImage[] = []
  for (const [i, operation] of fnArray.entries()) {
    const name = operation === paintImage ? argsArray[i]?.[0] : null
    if (typeof name !== 'string') continue
    const objects = name.startsWith('g_') ? page.commonObjs : page.objs
    const image = await new Promise<Partial<DecodedImage> | null>((resolve) => objects.get(name, resolve))
    if (isDecoded(image) && image.width * image.height >= minPixels) images.push(image)
  }
  return images
}

function isDecoded(image: Partial<DecodedImage> | null): image is DecodedImage {
  if (!image?.data || !image.width || !image.height) return false
  const { width, height, kind, data } = image
  if (kind === bitPerPixel) return data.length >= Math.ceil(width / 8) * height
  const channels = channelsOf[kind ?? 0]
  return channels !== undefined && data.length >= width * height * channels
}

/** As a portable graymap: it needs no compression, and text needs no colour. */
export function graymapOf({ width, height, kind, data }: DecodedImage): Buffer {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`)
  const image = Buffer.alloc(header.length + width * height)
  header.copy(image)
  const pixels = image.subarray(header.length)
  const channels = channelsOf[kind] ?? 1
  const rowBytes = Math.ceil(width / 8)
  if (kind === bitPerPixel)
    for (let i = 0; i < pixels.length; i++) {
      const x = i % width
      const byte = data[Math.floor(i / width) * rowBytes + (x >> 3)]!
      pixels[i] = byte & (0x80 >> (x & 7)) ? 255 : 0
    }
  else
    for (let i = 0; i < pixels.length; i++) {
      const at = i * channels
      pixels[i] = (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8
    }
  return image
}
