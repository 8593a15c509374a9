const dots = /^(?:\.|%2e){1,2}$/i
// Many servers read these as slashes before they look at the segments between them.
const slashes = /[/\\]|%2f|%5c/i

/** Whether a path has dots for a segment, or would have for a server that decodes it: it then leads somewhere else. */
export const hasDetour = (path: string): boolean => path.split(slashes).some((segment) => dots.test(segment))
