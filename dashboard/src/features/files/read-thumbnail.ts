import type { Stoa } from '@stoa/sdk'

// What is larger takes longer to fetch than anybody looks at a small picture.
const mostBytes = 16 * 1024 * 1024
const mostVectorBytes = 256 * 1024

/**
 * A picture no larger than it is shown, as a data address. By a request like any other: a signed link would stand in
 * the audit log for every glance. Null for what is no picture that this browser can draw.
 */
export async function readThumbnail(
  api: Stoa,
  id: string,
  side: number,
  signal: AbortSignal,
): Promise<string | null> {
  const given = { params: { id }, signal }
  const { mimeType, sizeBytes } = await api.get('/api/v1/file/meta/{id}', given)
  const isVector = mimeType === 'image/svg+xml'
  if (!mimeType.startsWith('image/') || sizeBytes > (isVector ? mostVectorBytes : mostBytes)) return null
  const answer = await api.download('/api/v1/file/download/{id}', given)
  if (isVector) return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}`
  const picture = await createImageBitmap(await answer.blob()).catch(() => null)
  return picture && drawn(picture, side)
}

function drawn(picture: ImageBitmap, side: number): string | null {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/webp', 0.85)
}
