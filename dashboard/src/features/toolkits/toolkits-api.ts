import { addresses } from '../../addresses.ts'

export const toolkitsPath = '/api/v1/toolkits'
export const toolkitPath = '/api/v1/toolkits/byId/{id}'

export const toolkitAddress = (slug: string) => addresses.toolkit.replace('{id}', encodeURIComponent(slug))
