import type { Stoa } from '@stoa/sdk'

// Larger files take too long to load for a thumbnail.
const byteLimit = 16 * 1024 * 1024
const vectorByteLimit = 256 * 1024

/**
 * An image no larger than it is shown, as a data URL. By a plain request: a signed link would add an entry to
 * the audit log for every thumbnail. Null for what this browser cannot decode.
 */
export async function readThumbnail(
  api: Stoa,
  id: string,
  side: number,
  signal: AbortSignal,
): Promise<string | null> {
  const options = { params: { id }, signal }
  const { mimeType, sizeBytes } = await api.get('/api/v1/file/meta/{id}', options)
  const isVector = mimeType === 'image/svg+xml'
  if (!mimeType.startsWith('image/') || sizeBytes > (isVector ? vectorByteLimit : byteLimit)) return null
  const response = await api.download('/api/v1/file/download/{id}', options)
  if (isVector) return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await response.text())}`
  const bitmap = await createImageBitmap(await response.blob()).catch(() => null)
  return bitmap && toDataUrl(bitmap, side)
}

function toDataUrl(bitmap: ImageBitmap, side: number): string | null {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/webp', 0.85)
}
