import { href } from '../../href.ts'
import { toolkitAddresses } from '../../pages/toolkits/addresses.ts'

export const toolkitsPath = '/api/v1/toolkits'
export const toolkitPath = '/api/v1/toolkits/byId/{id}'

export const toolkitAddress = (slug: string) => href(toolkitAddresses.detail, { id: slug })
