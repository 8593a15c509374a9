export const installedPath = '/api/v1/toolkits/installed'
export const installPath = '/api/v1/toolkits/install'
export const uninstallPath = '/api/v1/toolkits/uninstall'
export const registryPath = '/api/v1/toolkits/offered'
export const registryDetailsPath = '/api/v1/toolkits/offered/details'

/** Without what all of them begin with. */
export const shortName = (name: string): string => name.replace('@activepieces/piece-', '')
