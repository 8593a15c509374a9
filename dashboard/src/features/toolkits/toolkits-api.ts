import { href } from '../../href.ts'
import { toolkitRoutes } from '../../pages/toolkits/routes.ts'

export const toolkitsPath = '/api/v1/toolkits'
export const toolkitPath = '/api/v1/toolkits/byId/{id}'

export const toolkitUrl = (slug: string) => href(toolkitRoutes.detail, { id: slug })
