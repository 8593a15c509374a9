/**
 * What the folders of browsers are called in the directory for temporary files: by the process that has the browsers, so
 * that the server finds them when that process was killed.
 */
export const folderPrefix = (pid: number) => `stoa-browser-${pid}-`
