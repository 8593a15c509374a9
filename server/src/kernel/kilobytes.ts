/** As storage of end users is counted. */
export const kilobytes = (bytes: number): number => Math.round((bytes / 1024) * 1000) / 1000
