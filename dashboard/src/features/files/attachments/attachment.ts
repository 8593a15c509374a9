/** A stored file that goes along with a message. */
export type Attachment = { id: string; name: string; mimeType: string; sizeBytes: number }
