/** The names under which the parts of an image lie in its folder. */
export const imageFile = 'image.bin'
/** The memory alone, from the first byte of the file on, so that it can be mapped. */
export const memoryFile = 'memory.bin'

/** The image is a header and then the memory; the second word says where that begins. */
export const memoryOf = (image: Buffer): Uint8Array => image.subarray(image.readUInt32LE(4))
